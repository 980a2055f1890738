//! The crate `device` for browsers. Texts are passed as UTF-8 in the memory of the module: the page writes a request to what
//! [`alloc`] gives, calls [`answer`], reads the answer and gives it back with [`free`].

use std::alloc::Layout;
use std::cell::RefCell;
use std::time::Duration;

use device::Thinker;

/// Memory for so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    let bytes: Box<[u8]> = vec![0; length].into();
    Box::into_raw(bytes).cast()
}

/// Gives back memory that [`alloc`] or [`answer`] gave.
///
/// # Safety
///
/// `start` and `length` are those of a text that was not given back before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free(start: *mut u8, length: usize) {
    if length > 0
        && let Ok(layout) = Layout::array::<u8>(length)
    {
        // SAFETY: by the contract of this function, the memory was allocated as a slice of this length.
        unsafe { std::alloc::dealloc(start, layout) };
    }
}

/// Answers a request, whose memory is given back. The upper half of the result is where the answer starts, the lower half its
/// length. An answer without any bytes means that only the server can answer.
///
/// # Safety
///
/// `start` and `length` are those of a text that [`alloc`] gave and that was not given back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn answer(start: *mut u8, length: usize) -> u64 {
    // SAFETY: by the contract of this function.
    let request = unsafe { taken(start, length) };
    given(std::str::from_utf8(&request).map(device::answer).unwrap_or_default())
}

/// Answers a question to the engine, as [`answer`] answers a request. It takes as long as the engine searches.
///
/// # Safety
///
/// As for [`answer`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn think(start: *mut u8, length: usize) -> u64 {
    // SAFETY: by the contract of this function.
    let question = unsafe { taken(start, length) };
    let think = |question: &str| THINKER.with_borrow_mut(|thinker| thinker.think(question));
    given(std::str::from_utf8(&question).map(think).unwrap_or_default())
}

/// Takes the weights that the last answer of [`think`] named, and gives their memory back.
///
/// # Safety
///
/// As for [`answer`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn learn(start: *mut u8, length: usize) {
    // SAFETY: by the contract of this function.
    let weights = unsafe { taken(start, length) };
    THINKER.with_borrow_mut(|thinker| thinker.learn(&weights));
}

thread_local! {
    static THINKER: RefCell<Thinker> = RefCell::new(Thinker::new(clock));
}

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The time since any fixed moment, in milliseconds.
    safe fn now() -> f64;
}

fn clock() -> Duration {
    Duration::try_from_secs_f64(now() / 1000.0).unwrap_or_default()
}

/// The bytes that the page wrote.
///
/// # Safety
///
/// `start` and `length` are those of bytes that [`alloc`] gave and that were not given back.
unsafe fn taken(start: *mut u8, length: usize) -> Box<[u8]> {
    // SAFETY: by the contract of this function, the memory is a slice of this length that nobody else has.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, length)) }
}

/// Where a text starts, in the upper half, and its length. The page gives it back.
fn given(text: String) -> u64 {
    let bytes: Box<[u8]> = text.into_bytes().into();
    let length = bytes.len();
    (Box::into_raw(bytes).cast::<u8>() as usize as u64) << 32 | length as u64
}
