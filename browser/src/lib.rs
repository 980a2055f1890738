//! The crate `device` for browsers. Texts are passed as UTF-8 in the memory of the module: the page writes a request to what
//! [`alloc`] gives, calls [`answer`], reads the answer and gives it back with [`free`].

use std::alloc::Layout;

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
    // SAFETY: by the contract of this function, the memory is a slice of this length that nobody else has.
    let request = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, length)) };
    let answer = std::str::from_utf8(&request).map(device::answer).unwrap_or_default();
    let answer: Box<[u8]> = answer.into_bytes().into();
    let length = answer.len();
    (Box::into_raw(answer).cast::<u8>() as usize as u64) << 32 | length as u64
}
