//! Every ruling that settles what the rules leave open, and every example that the rules tell.

mod dice_and_ends;
mod examples;
mod experienced_farmers;
mod scoring;
mod solo;
mod story;
