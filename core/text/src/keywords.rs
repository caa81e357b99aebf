//! Keyword abilities: "Flying, trample", "Cycling {2}", with reminder text where it is wanted.
