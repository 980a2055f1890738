// What HTML cannot do by itself: keys on the board, clocks that tick, a sound, a lost connection shown.
'use strict';

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const SIDE = 12;

// The board: arrows move, one cell at a time is in the order of the tab key.
const cells = board => all('.cell', board).map(cell => cell.querySelector('button') ?? cell);

document.addEventListener('keydown', event => {
  const board = event.target.closest?.('[data-board]');
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -SIDE, ArrowDown: SIDE }[event.key];
  if (board && step) {
    const list = cells(board);
    const at = list.indexOf(event.target);
    const to = at + step;
    const sameRow = Math.floor(at / SIDE) === Math.floor(to / SIDE);
    if (at >= 0 && list[to] && (Math.abs(step) === SIDE || sameRow)) {
      list.forEach(cell => { cell.tabIndex = -1; });
      list[to].tabIndex = 0;
      list[to].focus();
    }
    event.preventDefault();
    return;
  }
  if (event.target.closest?.('input:not([type="hidden"]), textarea, select') || event.ctrlKey || event.metaKey || event.altKey) return;
  const button = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (button && !button.disabled) {
    // A key that is held down goes on as fast as answers come.
    if (!event.repeat || !presses.busy) button.click();
    event.preventDefault();
  }
});

document.addEventListener('click', event => {
  const copy = event.target.closest?.('[data-copy]');
  if (!copy) return;
  const field = document.querySelector(copy.dataset.copy);
  field.select();
  navigator.clipboard?.writeText(field.value).then(() => { copy.textContent = copy.dataset.copied; });
});

// A game to show to others: by the programs of the device, or as a link to paste.
document.addEventListener('click', async event => {
  const button = event.target.closest?.('[data-share]');
  if (!button) return;
  const { share: url, title, copied } = button.dataset;
  try {
    if (navigator.share) return await navigator.share({ title, url });
    await navigator.clipboard.writeText(url);
    button.textContent = copied;
  } catch (error) {
    if (error.name !== 'AbortError') prompt(title, url);
  }
});

// Another language, with all that the address says by now.
document.addEventListener('click', event => {
  const link = event.target.closest?.('.languages a');
  if (!link) return;
  const there = new URL(location.href);
  there.searchParams.set('lang', link.hreflang);
  link.href = there;
});

// Clocks: the server says how much is left, the page counts down.
const known = new WeakMap();
const written = seconds => {
  const two = number => String(number).padStart(2, '0');
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)} h`;
  return `${Math.floor(seconds / 86400)} d ${Math.floor(seconds / 3600) % 24} h`;
};
setInterval(() => {
  for (const clock of all('[data-left]')) {
    let since = known.get(clock);
    if (!since || since.left !== clock.dataset.left) {
      since = { left: clock.dataset.left, at: performance.now() };
      known.set(clock, since);
    }
    const passed = (performance.now() - since.at) / 1000;
    clock.textContent = written(Math.max(0, Math.round(Number(since.left) - passed)));
  }
}, 500);

// A replay that goes on by itself, for those who do not mind what moves.
const still = matchMedia('(prefers-reduced-motion: reduce)');
let playing = null;
const next = () => document.querySelector('[data-key="ArrowRight"]');
const play = on => {
  clearInterval(playing);
  playing = on ? setInterval(go, 1200) : null;
  autoplay();
};
// What goes by itself is no step that somebody would go back by.
const go = () => {
  const step = next();
  if (!step) return play(false);
  if (presses.busy) return;
  step.setAttribute('hx-push-url', 'false');
  step.setAttribute('hx-replace-url', 'true');
  step.click();
};
const autoplay = () => {
  for (const button of all('[data-autoplay]')) {
    button.hidden = still.matches;
    button.setAttribute('aria-pressed', String(playing !== null));
    button.textContent = playing === null ? button.dataset.play : button.dataset.pause;
  }
};
document.addEventListener('click', event => {
  if (!event.target.closest?.('[data-autoplay]')) return;
  if (!next()) document.querySelector('[data-key="Home"]')?.click();
  play(playing === null);
});

// What somebody has opened stays open, and whoever uses keys goes on where they were.
const kept = new Set();
document.addEventListener('toggle', event => {
  const name = event.target.dataset?.keep;
  if (name && event.target.isConnected) kept[event.target.open ? 'add' : 'delete'](name);
}, true);
let group = null;
document.addEventListener('focusin', event => {
  if (event.target.closest('#play, #lesson')) group = event.target.closest('[data-group]')?.dataset.group ?? '';
  else group = null;
});
const refocus = () => {
  if (group === null || document.activeElement !== document.body) return;
  const near = document.querySelector(`[data-group="${CSS.escape(group)}"] .tap`);
  (near ?? document.querySelector(':is(#play, #lesson) :is(.tap, #done, #next, #play-now)') ?? document.getElementById('task'))?.focus();
};

// After every change: lists show their end, the board its newest pieces, and the title whose turn it is.
const title = document.title;
let mine = null;
let newest = null;
const settle = () => {
  for (const details of all('[data-keep]')) details.open = kept.has(details.dataset.keep);
  refocus();
  all('[data-share]').forEach(button => { button.hidden = false; });
  const last = all('.cell.last').map(cell => cell.id || cell.firstElementChild.id).join();
  if (newest !== null && last !== newest) show();
  newest = last;
  all('[data-follow]').forEach(list => { list.scrollTop = list.scrollHeight; });
  for (const list of all('[data-current]')) {
    const current = list.querySelector('[aria-current]');
    if (current) list.scrollTop = current.offsetTop - (list.clientHeight - current.offsetHeight) / 2;
  }
  if (playing !== null && !next()) play(false);
  autoplay();
  const turn = document.querySelector('#send, .making[data-ready]') !== null;
  if (turn && mine === false && document.documentElement.dataset.sound === 'on') chime();
  mine = turn;
  // Who plays is known once the game has begun.
  const who = document.querySelector('#play h1');
  const name = who ? `${who.textContent} · Sobremesa` : title;
  document.title = turn ? `● ${name}` : name;
};
const show = () => {
  for (const frame of all('.frame')) {
    if (frame.scrollWidth <= frame.clientWidth + 1) continue;
    const newest = all('.fresh, .last', frame);
    const { left, right } = frame.getBoundingClientRect();
    const numbers = frame.querySelector('.number').offsetWidth;
    const inside = ({ left: from, right: to }) => from >= left + numbers - 1 && to <= right + 1;
    if (newest.length && newest.every(cell => inside(cell.getBoundingClientRect()))) continue;
    const there = newest[0] ?? all('.offer', frame)[0] ?? all('.cell', frame)[SIDE * SIDE / 2 + SIDE / 2];
    frame.scrollLeft = there.offsetLeft - (frame.clientWidth - there.offsetWidth) / 2;
  }
};
const chime = () => {
  const audio = new AudioContext();
  const gain = audio.createGain();
  gain.gain.setValueAtTime(.12, audio.currentTime);
  gain.gain.exponentialRampToValueAtTime(.001, audio.currentTime + .5);
  const tone = audio.createOscillator();
  tone.frequency.value = 660;
  tone.connect(gain).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + .5);
};
settle();
show();
document.addEventListener('htmx:after:swap', settle);
document.addEventListener('htmx:sse:after:message', settle);
// What is said is taken out of its field, unless it was refused or somebody has written on.
document.addEventListener('htmx:after:request', ({ target, detail: { ctx } }) => {
  const form = target.closest?.('form[data-empty]');
  if (form && ctx.response.status < 400 && ctx.request.body.get('text') === form.elements.text.value) form.reset();
});

// Answers and news overtake each other: what is older than the page does not replace it.
document.addEventListener('htmx:before:swap', event => {
  const tasks = event.detail.tasks;
  for (let at = tasks.length - 1; at >= 0; at--) {
    const fresh = tasks[at].fragment?.querySelector?.('[data-seq]');
    if (fresh && Number(fresh.dataset.seq) < Number(tasks[at].target?.dataset?.seq)) tasks.splice(at, 1);
  }
});

// The connection.
const lost = is => {
  const sign = document.getElementById('lost');
  if (sign) sign.hidden = !is;
};
document.addEventListener('htmx:sse:error', () => lost(true));
document.addEventListener('htmx:sse:close', () => lost(true));
document.addEventListener('htmx:sse:before:connection', event => { if (event.detail.connection.attempt > 0) lost(true); });
document.addEventListener('htmx:sse:after:connection', () => lost(false));
addEventListener('pagehide', () => lost(false));
