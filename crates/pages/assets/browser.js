// Answers on this device: what the module can render needs no request. Until it is here, and where it is not, the server answers.
'use strict';

{
  const { module: address, worker: workerAddress } = document.currentScript.dataset;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let exports = null;
  const THINKS = 'sobremesa_thinks=1';
  // Whether the stream of this page has said so, and the house waits for the moves.
  const announced = document.cookie.split('; ').includes(THINKS);

  const load = async () => {
    try {
      const { instance } = await WebAssembly.instantiateStreaming(fetch(address), { page: { now: () => performance.now() } });
      exports = instance.exports;
      // The first answer reads all messages: nobody has to wait for that.
      answer(location.pathname + location.search);
      if (!exports) return;
      document.documentElement.dataset.device = 'ready';
      // From the next page on the live stream says with it that this device thinks for bots.
      document.cookie = `${THINKS}; path=/; max-age=31536000; samesite=lax`;
      thinkForBots();
    } catch (error) {
      console.warn('the server answers, because the module did not load', error);
      document.cookie = `${THINKS}; path=/; max-age=0`;
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
      document.cookie = `${THINKS}; path=/; max-age=0`;
      console.error('the server answers, because the module failed', error);
      return null;
    }
  };

  // False if the cookie is one that the server keeps from scripts: then the server has to replace it.
  const remember = cookie => {
    document.cookie = location.protocol === 'https:' ? `${cookie}; secure` : cookie;
    return document.cookie.split('; ').includes(cookie.split(';')[0]);
  };

  // The worker thinks about one question at a time. To stop it is to end it; the next question gets a new one.
  let worker = null;
  let asked = 0;
  const waiting = new Map();
  const stopThinking = () => {
    worker?.terminate();
    worker = null;
    waiting.forEach(resolve => resolve(null));
    waiting.clear();
  };
  const think = question => new Promise(resolve => {
    if (!worker) {
      worker = new Worker(workerAddress);
      worker.onmessage = ({ data: { number, found, failure } }) => {
        if (failure) console.warn('the server thinks, because the worker failed', failure);
        waiting.get(number)?.(found ?? null);
        waiting.delete(number);
      };
      worker.onerror = stopThinking;
    }
    asked += 1;
    waiting.set(asked, resolve);
    const page = { language: document.documentElement.lang, snapshot: document.getElementById('snapshot')?.textContent ?? '' };
    worker.postMessage({ module: address, number: asked, question: { ...page, ...question } });
  });

  // Questions to the engine: what the worker finds is shown like an answer of the server.
  const ENGINE = /^(\/sandbox\/best|\/t\/[^/]+\/(hint|replay\/line\/best))$/;
  const askEngine = ctx => {
    const { action, body, signal } = ctx.request;
    const server = ctx.fetch ?? fetch;
    ctx.fetch = async (...request) => {
      signal?.addEventListener('abort', stopThinking);
      const found = await think({ address: action, form: new URLSearchParams(body).toString() });
      signal?.removeEventListener('abort', stopThinking);
      if (signal?.aborted) throw new DOMException('stopped', 'AbortError');
      return found ? respond(found) : server(...request);
    };
  };

  // The bots of a casual table with nobody else think here. If this takes too long, or the server does not want it, the house
  // plays them as everywhere else.
  let thinksAbout = null;
  let unwanted = false;
  const thinkForBots = async () => {
    const table = document.getElementById('table') && location.pathname.match(/^\/t\/([^/]+)$/)?.[1];
    const seq = document.getElementById('play')?.dataset.seq;
    if (!exports || !table || !announced || unwanted || thinksAbout === seq) return;
    thinksAbout = seq;
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    const found = await think({ address: `/t/${table}/bot`, seed });
    // The page has gone on meanwhile.
    if (!found || document.getElementById('play')?.dataset.seq !== seq) return;
    try {
      const headers = { 'Content-Type': 'application/json' };
      const response = await fetch(`/api/v1/tables/${table}/bot`, { method: 'POST', headers, body: JSON.stringify(found) });
      unwanted = response.status === 403;
      await response.text();
    } catch {
      // The house plays.
    }
  };
  document.addEventListener('htmx:after:swap', thinkForBots);

  // No real response: reading one takes a while, in which the next tap would find the page as it was before this one.
  const respond = ({ html, address: shown }) => {
    const headers = new Headers(shown ? { 'HX-Replace-Url': shown } : {});
    return { status: 200, headers, text: () => html };
  };

  document.addEventListener('htmx:before:request', event => {
    const { ctx } = event.detail;
    const { method, action, headers } = ctx.request;
    if (method === 'POST' && exports && ENGINE.test(action)) return askEngine(ctx);
    // Whole pages, such as one that somebody goes back to, come from the server.
    if (method !== 'GET' || headers['HX-Request-Type'] === 'full' || headers['HX-History-Restore-Request']) return;
    const found = answer(action);
    if (!found || found.cookie && !remember(found.cookie)) return;
    ctx.fetch = () => respond(found);
  });

  window.device = { answer };
}
