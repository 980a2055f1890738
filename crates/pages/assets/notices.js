// What the page says about its requests, in places that move nothing: that it waits, that something was not done, and
// beside a control that its request failed.
'use strict';

const notices = (() => {
  const status = document.getElementById('notice');
  const failure = document.getElementById('failure');
  const again = failure.querySelector('button');
  const SHOWN_FOR = 6000;
  const MARGIN = 8;
  let hiding = null;

  // A sentence of the catalogue by its name; nothing takes it away.
  const say = name => {
    clearTimeout(hiding);
    status.textContent = name ? status.dataset[name] : '';
  };

  // Below the control, within the width of the page. Without a control it stays where it was.
  const place = control => {
    if (!control) return;
    const { left, bottom } = control.getBoundingClientRect();
    const room = document.documentElement.clientWidth - failure.offsetWidth - MARGIN;
    failure.style.left = `${Math.max(MARGIN, Math.min(left, room)) + scrollX}px`;
    failure.style.top = `${bottom + MARGIN / 2 + scrollY}px`;
  };

  return {
    say,
    place,
    // The same, gone after a while.
    tell(name) {
      say(name);
      hiding = setTimeout(say, SHOWN_FOR);
    },
    // A request of this control failed: why, and what repeats it.
    fail(control, name, repeat) {
      failure.hidden = false;
      failure.querySelector('p').textContent = failure.dataset[name];
      again.onclick = repeat;
      place(control);
    },
    clear() {
      failure.hidden = true;
    },
  };
})();
