//! The rooms of a table's talk, where there is more than one to look into.

use super::TableCtx;
use leptos::prelude::*;
use parlor_client::TableModel;
use parlor_wire::Room;

/// What a room is called.
pub const fn name_of(room: Room) -> &'static str {
    match room {
        Room::Table => "Table",
        Room::Gallery => "Gallery",
        Room::Team(_) => "Team",
    }
}

/// The room's name in browser tests.
const fn hook(room: Room) -> &'static str {
    match room {
        Room::Table => "room-table",
        Room::Gallery => "room-gallery",
        Room::Team(_) => "room-team",
    }
}

/// One button for each room we may read; a dot where something was said that we have not seen.
#[component]
pub fn Rooms(
    ctx: TableCtx,
    room: RwSignal<Room>,
    /// Whether the moves of the match are here, too.
    has_moves: Signal<bool>,
    /// Whether they are shown instead of a room.
    listing: RwSignal<bool>,
) -> impl IntoView {
    let rooms = ctx.memo(TableModel::rooms);
    let button = move |this: Room| {
        let fresh = move || ctx.unread().with(|unread| unread.contains_key(&this));
        view! {
            <button
                type="button"
                class="room"
                aria-pressed=move || (room.get() == this && !(listing.get() && has_moves.get())).to_string()
                data-test=hook(this)
                on:click=move |_| {
                    listing.set(false);
                    room.set(this);
                }
            >
                {name_of(this)}
                {move || fresh().then(|| view! { <span class="room-dot" data-test="room-unread"><span class="for-ears">" (new)"</span></span> })}
            </button>
        }
    };
    view! {
        <Show when=move || has_moves.get() || rooms.with(|rooms| rooms.len() > 1)>
            <div class="chat-rooms" role="group" aria-label="What is shown" data-test="rooms">
                <Show when=move || has_moves.get()>
                    <button
                        type="button"
                        class="room"
                        aria-pressed=move || listing.get().to_string()
                        data-test="room-moves"
                        on:click=move |_| listing.set(true)
                    >
                        "Moves"
                    </button>
                </Show>
                {move || rooms.get().into_iter().map(button).collect_view()}
            </div>
        </Show>
    }
}
