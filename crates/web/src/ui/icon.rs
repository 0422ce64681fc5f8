//! Our own icons: strokes on a 24 × 24 grid, in the colour of the text around them.

use leptos::prelude::*;

/// What an icon shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Icon {
    /// To where you came from.
    Back,
    /// Settings.
    Gear,
    /// Conversation.
    Chat,
    /// Say it.
    Send,
    /// Put on the clipboard.
    Copy,
    /// Done.
    Check,
    /// Hand on.
    Share,
    /// Go away.
    Leave,
    /// Into a window of its own.
    PopOut,
    /// Out of the way.
    Minimise,
    /// As large as it gets.
    Maximise,
    /// Close.
    Close,
    /// A bot.
    Bot,
    /// People who watch.
    Eye,
    /// The host of the table.
    Host,
    /// Add.
    Plus,
    /// Sound.
    Sound,
    /// No sound.
    Mute,
    /// Keys.
    Keyboard,
    /// How to play.
    Help,
    /// Once more.
    Again,
    /// Watch again.
    Film,
    /// Proven.
    Shield,
    /// Only with the code.
    Lock,
    /// For everyone.
    Globe,
    /// More of it.
    Down,
    /// A person.
    Person,
    /// The best of all.
    Podium,
    /// Change it.
    Pen,
    /// Let me in.
    Key,
    /// Take away.
    Bin,
    /// Counts for ratings.
    Rated,
    /// At once.
    Bolt,
    /// A house.
    House,
    /// Gold.
    Coin,
    /// The holder of a bet.
    Scales,
    /// Invitations.
    Letter,
    /// What else can be done.
    More,
    /// Look at this.
    Flag,
    /// Take hold here.
    Grip,
}

impl Icon {
    const fn path(self) -> &'static str {
        match self {
            Self::Back => "M15 5l-7 7 7 7",
            Self::Gear => {
                "M10.300 3h3.400l.5 2.600 1.700.7 2.200-1.500 2.400 2.400-1.500 2.200.7 1.700 2.600.5v3.400l-2.600.5-.7 1.700 1.500 2.200-2.400 2.400-2.200-1.500-1.700.7-.5 2.600h-3.400l-.5-2.600-1.700-.7-2.200 1.500-2.400-2.400 1.500-2.200-.7-1.700L1.700 15v-3.400l2.600-.5.7-1.700-1.500-2.200 2.400-2.400 2.200 1.500 1.700-.7zM12 10.300a3 3 0 1 0 0 6 3 3 0 0 0 0-6z"
            }
            Self::Chat => "M4 5h16v11H9l-5 4zM8 9h8M8 12h5",
            Self::Send => "M4 12h14M12 5l7 7-7 7",
            Self::Copy => "M9 9h10v11H9zM15 9V4H5v11h4",
            Self::Check => "M5 12.5l4.5 4.5L19 7.5",
            Self::Share => "M12 15V4M8 8l4-4 4 4M5 12v8h14v-8",
            Self::Leave => "M14 4H5v16h9M10 12h10M16 8l4 4-4 4",
            Self::PopOut => "M13 4h7v7M20 4l-8 8M10 5H4v15h15v-6",
            Self::Minimise => "M5 18h14",
            Self::Maximise => "M5 5h14v14H5z",
            Self::Close => "M6 6l12 12M18 6L6 18",
            Self::Bot => "M5 9h14v10H5zM12 9V5M12 5h.01M9 13v2M15 13v2M2.5 13v3M21.5 13v3",
            Self::Eye => "M2 12s4-6.5 10-6.5S22 12 22 12s-4 6.5-10 6.5S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
            Self::Host => "M4 18h16M4 18L3 8l5 4 4-7 4 7 5-4-1 10",
            Self::Plus => "M12 5v14M5 12h14",
            Self::Sound => "M4 9.5v5h4l5 4v-13l-5 4zM16.5 9a4 4 0 0 1 0 6M19 6.5a8 8 0 0 1 0 11",
            Self::Mute => "M4 9.5v5h4l5 4v-13l-5 4zM16.5 9.5l5 5M21.5 9.5l-5 5",
            Self::Keyboard => "M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M18 10h.01M8 14h8",
            Self::Help => "M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 1.9M12 17h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
            Self::Again => "M19 12a7 7 0 1 1-2.2-5.1M19 4v4.5h-4.5",
            Self::Film => "M4 5h16v14H4zM10 9l5 3-5 3z",
            Self::Shield => "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2.2 2.2L15.5 10",
            Self::Lock => "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
            Self::Globe => {
                "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3.500 6 3.500 9s-.5 6-3.500 9c-3-3-3.500-6-3.500-9S9 6 12 3z"
            }
            Self::Down => "M6 9l6 6 6-6",
            Self::Person => "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.500 20.500c.6-4 3.400-6 7.500-6s6.900 2 7.500 6",
            Self::Podium => "M3 20.500v-7h6v7M9 20.500V8h6v12.500M15 20.500v-9h6v9zM3 20.500h18M12 2.500v2.500",
            Self::Pen => "M4 20l1-4.500L16.500 4l3.500 3.500L8.500 19zM14 6.500l3.500 3.500",
            Self::Key => "M8 8.500a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 12.500h9M18 12.500v4M15 12.500v3",
            Self::Bin => "M4 7h16M9.500 7V4h5v3M6 7l1 13.500h10L18 7M10 11v6M14 11v6",
            Self::Rated => {
                "M12 3.500l2.600 5.300 5.900.9-4.300 4.100 1 5.900-5.200-2.800-5.200 2.800 1-5.900L3.500 9.700l5.900-.9z"
            }
            Self::More => "M5 12h.01M12 12h.01M19 12h.01",
            Self::Flag => "M6 21V4h12l-3 4.500 3 4.500H6",
            Self::Grip => "M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01",
            Self::Bolt => "M13 3L5 13.500h6L10 21l8.500-11H12z",
            Self::House => "M4 11.500L12 4l8 7.500M6 10v10h12V10M10 20v-6h4v6",
            Self::Coin => "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7l3.500 5-3.500 5-3.500-5z",
            Self::Scales => "M12 4v16M8 20h8M5 7h14M5 7l-3 7h6zM19 7l-3 7h6z",
            Self::Letter => "M3.500 6h17v12.500h-17zM4 6.500l8 6.500 8-6.500",
        }
    }
}

/// Draws an icon. It says nothing to screen readers: the control around it has a name.
pub fn icon(icon: Icon) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d=icon.path() />
        </svg>
    }
}
