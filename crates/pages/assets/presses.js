// Presses of controls that ask the server: one request at a time, in order. A press while an answer is on its way waits, and
// is made on the page that the answer leads to: on the control with the same meaning, which may be another element by then.
'use strict';

const presses = (() => {
  // After this long without an answer the page says that it waits.
  const PATIENCE = 1000;
  // The most moves that a request has; the server takes no more.
  const MAX_MOVES = 20;
  // The press whose answer is on its way.
  let sent = null;
  // Those that wait, in order. After a failure the first is the one that failed.
  const waiting = [];
  let failed = false;
  // The one that the page itself makes now, because it has waited.
  let pressing = null;
  let patience = null;

  const CONTROLS = 'a[hx-get], .steps a[aria-disabled], form:is([hx-get], [hx-post]) button:not([type="button"])';
  const find = (selector, root = document) => [...root.querySelectorAll(selector)];

  // What a press means, whatever becomes of the element.
  const meaning = control => ({
    id: control.id,
    place: control.parentElement.closest('[id]')?.id,
    name: control.name,
    value: control.value,
    address: control.getAttribute('href') ?? control.form?.getAttribute('action'),
    last: control.matches('.sends'),
    yields: control.matches('.yields'),
    seq: seqOf(control),
  });
  const seqOf = control => control?.form?.querySelector('[name="seq"]')?.value;
  const same = (one, other) => ['id', 'place', 'name', 'value', 'address'].every(part => one[part] === other[part]);

  // The control of a press on the page as it is; null if there is none, or it does nothing now.
  const controlOf = press => {
    const place = document.getElementById(press.place) ?? document;
    const control = press.id
      ? document.getElementById(press.id)
      : find(CONTROLS, place).find(control => same(meaning(control), press));
    const works = control?.matches(CONTROLS) && !control.disabled && !control.matches('[data-idle], .steps [aria-disabled]');
    return works ? control : null;
  };

  // Marks in ¡No Siesta!: whether the next is possible needs no new page, because the server decides them in order.
  const isMark = press => press.place === 'acts' && press.name === 'move';

  // While an answer is on its way, a control that does nothing yet can be pressed: it may do something on the next page.
  const arm = () => {
    for (const button of find('form:is([hx-get], [hx-post]) button:disabled')) {
      button.disabled = false;
      button.dataset.idle = '';
    }
    document.body.dataset.asks = '';
  };
  const disarm = () => {
    for (const button of find('[data-idle]')) {
      button.disabled = true;
      delete button.dataset.idle;
    }
    delete document.body.dataset.asks;
  };

  const draw = () => {
    find('[aria-busy]').forEach(control => control.removeAttribute('aria-busy'));
    const asked = sent && !sent.past ? [sent, ...(sent.along ?? [])] : [];
    for (const press of failed ? [] : [...asked, ...waiting]) {
      (controlOf(press) ?? document.getElementById(press.id))?.setAttribute('aria-busy', 'true');
    }
  };

  const drop = () => {
    if (waiting.length) notices.tell('dropped');
    waiting.length = 0;
    if (!sent) disarm();
    draw();
  };

  const settle = () => {
    failed = false;
    notices.clear();
  };

  // Makes the press that waits longest.
  const next = () => {
    if (sent || failed || !waiting.length) return;
    const control = controlOf(waiting[0]);
    // Those behind it were meant for a page that there will not be.
    if (!control) return drop();
    const press = waiting.shift();
    pressing = press;
    // A link in a picture has no method for it.
    control.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    // A question comes before the request, so the request is there a moment later, or never: the answer was no.
    setTimeout(() => {
      if (pressing !== press) return;
      pressing = null;
      drop();
    });
  };

  const repeat = () => {
    settle();
    next();
  };

  document.addEventListener('click', event => {
    const control = event.target.closest?.(CONTROLS);
    const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (!control || pressing || elsewhere || !(sent || waiting.length)) return;
    // Whoever goes on with a turn that could not be sent does not send it.
    if (failed && waiting[0].last && !same(meaning(control), waiting[0])) {
      waiting.length = 0;
      return settle();
    }
    event.preventDefault();
    event.stopImmediatePropagation();
    const press = meaning(control);
    // What is sent is sent once, and nothing is added to it.
    if (!failed && control.closest('#play') && [sent, ...waiting].some(before => before?.last)) return;
    if (!failed || !same(press, waiting[0])) waiting.push(press);
    if (failed) repeat();
    draw();
    // Nobody waits for the engine who goes on without it.
    if (sent?.yields && !same(press, sent)) {
      sent.gaveWay = true;
      sent.ctx.request.abort();
    }
  }, true);

  document.addEventListener('htmx:config:request', ({ detail: { ctx } }) => {
    if (ctx.request.method !== 'POST' || !pressing || !isMark(pressing)) return;
    // Repeated, the request is the same as before, so that the server knows it again.
    if (!pressing.along) {
      const others = waiting.findIndex(press => !isMark(press));
      pressing.along = waiting.splice(0, Math.min(MAX_MOVES - 1, others < 0 ? waiting.length : others));
    }
    pressing.along.forEach(({ value }) => ctx.request.body.append('move', value));
  });

  document.addEventListener('htmx:before:request', ({ detail: { ctx } }) => {
    if (!['click', 'submit'].includes(ctx.sourceEvent?.type)) return;
    sent = { ...meaning(ctx.sourceEvent.submitter ?? ctx.sourceElement), along: pressing?.along, ctx };
    pressing = null;
    arm();
    draw();
    patience = setTimeout(() => notices.say('waits'), PATIENCE);
  });

  // An answer of a server, or of something before it, that knows no page.
  document.addEventListener('htmx:before:response', event => {
    const { ctx } = event.detail;
    if (ctx !== sent?.ctx || ctx.response.status < 500) return;
    ctx.failure = 'server';
    event.preventDefault();
  });
  document.addEventListener('htmx:error', ({ detail: { ctx, error } }) => {
    if (ctx && ctx === sent?.ctx) ctx.failure = error?.name === 'AbortError' ? 'slow' : 'lost';
  });

  document.addEventListener('htmx:finally:request', ({ detail: { ctx } }) => {
    if (ctx !== sent?.ctx) return;
    clearTimeout(patience);
    notices.say();
    const press = sent;
    sent = null;
    // Not before the last that waits is made: the page in between is not the one that the next press is meant for.
    if (ctx.failure || !waiting.length) disarm();
    if (ctx.failure && !press.gaveWay && !press.past) {
      waiting.unshift(press);
      failed = true;
      draw();
      notices.fail(controlOf(press), ctx.failure, repeat);
    } else if (!press.gaveWay && /role="alert"/.test(ctx.text)) {
      // It was refused, and those behind it counted on it.
      drop();
    } else {
      draw();
      // htmx takes the next request of the same element a moment later.
      setTimeout(next);
    }
  });

  // The page has changed, by an answer or by what others did.
  const changed = event => {
    if (sent && event.detail.ctx === sent.ctx) {
      if (waiting.length) arm();
      else disarm();
    } else if (sent) {
      // News overtook the answer: the press has had its effect, and what the page shows now may be pressed.
      const control = controlOf(sent);
      sent.past ||= !control || seqOf(control) !== sent.seq;
      sent.last &&= !sent.past;
      arm();
    }
    const control = failed && controlOf(waiting[0]);
    if (failed && (!control || seqOf(control) !== waiting[0].seq)) {
      // What failed came through after all, or is too late: the page shows it.
      waiting.shift();
      settle();
      drop();
    } else if (failed) {
      notices.place(control);
    }
    draw();
  };
  document.addEventListener('htmx:after:swap', changed);
  addEventListener('resize', () => { if (failed) notices.place(controlOf(waiting[0])); });

  return {
    // Whether an answer is on its way or something waits for one.
    get busy() { return sent !== null || waiting.length > 0; },
  };
})();
