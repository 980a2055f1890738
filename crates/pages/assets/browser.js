// Answers on this device: what the module can render needs no request. Until it is here, and where it is not, the server answers.
'use strict';

{
  const { module: address } = document.currentScript.dataset;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let exports = null;

  const load = async () => {
    try {
      const { instance } = await WebAssembly.instantiateStreaming(fetch(address));
      exports = instance.exports;
      // The first answer reads all messages: nobody has to wait for that.
      answer(location.pathname + location.search);
      if (exports) document.documentElement.dataset.device = 'ready';
    } catch (error) {
      console.warn('the server answers, because the module did not load', error);
    }
  };

  // After the first picture, and only where there is something to answer.
  const begin = () => {
    if (!document.querySelector('#table, #lesson, #sandbox, #setup, #replay, #line')) return;
    if (window.requestIdleCallback) requestIdleCallback(load, { timeout: 2000 });
    else setTimeout(load, 200);
  };
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin);

  // Text in, text out; nothing if only the server can answer.
  const call = text => {
    const request = encoder.encode(text);
    const at = exports.alloc(request.length);
    new Uint8Array(exports.memory.buffer, at, request.length).set(request);
    const place = BigInt.asUintN(64, exports.answer(at, request.length));
    const [start, length] = [Number(place >> 32n), Number(place & 0xffffffffn)];
    const answer = decoder.decode(new Uint8Array(exports.memory.buffer, start, length));
    exports.free(start, length);
    return answer;
  };

  const answer = there => {
    if (!exports) return null;
    try {
      const text = call(JSON.stringify({
        address: there,
        language: document.documentElement.lang,
        snapshot: document.getElementById('snapshot')?.textContent ?? '',
        cookies: document.cookie,
      }));
      return text ? JSON.parse(text) : null;
    } catch (error) {
      // After a panic its memory is not to be trusted any more.
      exports = null;
      delete document.documentElement.dataset.device;
      console.error('the server answers, because the module failed', error);
      return null;
    }
  };

  // False if the cookie is one that the server keeps from scripts: then the server has to replace it.
  const remember = cookie => {
    document.cookie = location.protocol === 'https:' ? `${cookie}; secure` : cookie;
    return document.cookie.split('; ').includes(cookie.split(';')[0]);
  };

  document.addEventListener('htmx:before:request', event => {
    const { ctx } = event.detail;
    const { method, action, headers } = ctx.request;
    // Whole pages, such as one that somebody goes back to, come from the server.
    if (method !== 'GET' || headers['HX-Request-Type'] === 'full' || headers['HX-History-Restore-Request']) return;
    const found = answer(action);
    if (!found || found.cookie && !remember(found.cookie)) return;
    // No real response: reading one takes a while, in which the next tap would find the page as it was before this one.
    const answered = found.address ? { 'HX-Replace-Url': found.address } : {};
    ctx.fetch = () => ({ status: 200, headers: new Headers(answered), text: () => found.html });
  });

  window.device = { answer };
}
