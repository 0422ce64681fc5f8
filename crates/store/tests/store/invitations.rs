//! Invitations in every database.

use crate::common::{ada, add, bea, bed::Bed, over_every_store};
use parlor_store::{InvitationRow, PlayedFor, StoreError, Wish, Write};
use parlor_wire::{InvitationEnd, InvitationId, Pace, TableCode};

over_every_store!(
    invitations_wait_and_end_also_after_opening_again,
    an_invitation_ends_once_and_takes_what_came_with_a_second_end_back,
    invitations_go_with_either_side,
    only_the_latest_that_are_over_are_kept
);

fn invitation(id: u64) -> InvitationRow {
    let wish = Wish {
        game: "toy".into(),
        preset: None,
        options: r#"{"n":2}"#.into(),
        public: false,
        played_for: PlayedFor::Nothing,
        days: Some(7),
    };
    InvitationRow {
        id: InvitationId(id),
        from: ada(),
        to: bea(),
        wish,
        pace: Pace::Correspondence,
        command: "u:1".into(),
        sent_at: id.min(1 << 40),
        expires_at: 1_000,
        over: None,
    }
}

fn invite(id: u64) -> Write {
    Write::Invite(invitation(id).into())
}

fn end(id: u64, end: InvitationEnd, at: u64) -> Write {
    Write::EndInvitation { id: InvitationId(id), end, at }
}

async fn invitations_wait_and_end_also_after_opening_again(bed: &Bed) {
    let store = bed.open().await;
    store.write(vec![add(ada()), add(bea()), invite(u64::MAX), invite(2)]).await.unwrap();
    store.close().await;
    let store = bed.open().await;
    assert_eq!(store.invitations().await.unwrap(), [invitation(2), invitation(u64::MAX)]);
    store.write(vec![end(2, InvitationEnd::Declined, 7)]).await.unwrap();
    assert_eq!(store.invitations().await.unwrap(), [invitation(u64::MAX)]);
    let over = InvitationRow { over: Some((InvitationEnd::Declined, 7)), ..invitation(2) };
    assert_eq!(store.invitation(InvitationId(2)).await.unwrap(), Some(over.clone()));
    for user in [ada(), bea()] {
        assert_eq!(store.past_invitations(user.id, 9).await.unwrap(), std::slice::from_ref(&over));
    }
    assert_eq!(store.invitation(InvitationId(3)).await.unwrap(), None);
}

async fn an_invitation_ends_once_and_takes_what_came_with_a_second_end_back(bed: &Bed) {
    let store = bed.open().await;
    let code = |text: &str| text.parse::<TableCode>().unwrap();
    let accepted = |text| {
        let save = Write::SaveTable { code: code(text), state: "{}".into() };
        vec![save, end(1, InvitationEnd::Accepted { table: code(text) }, 5)]
    };
    store.write(vec![add(ada()), add(bea()), invite(1)]).await.unwrap();
    // Queued together, so that they share a commit.
    let (first, second, third) = tokio::join!(
        store.write(accepted("AAAAAA")),
        store.write(accepted("BBBBBB")),
        store.write(vec![end(1, InvitationEnd::Withdrawn, 6)])
    );
    first.unwrap();
    assert!(matches!(second, Err(StoreError::InvitationOver)), "{second:?}");
    assert!(matches!(third, Err(StoreError::InvitationOver)), "{third:?}");
    let codes: Vec<_> = store.tables().await.unwrap().into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, [code("AAAAAA")]);
    let row = store.invitation(InvitationId(1)).await.unwrap().unwrap();
    assert_eq!(row.over, Some((InvitationEnd::Accepted { table: code("AAAAAA") }, 5)));
}

async fn invitations_go_with_either_side(bed: &Bed) {
    for gone in [ada(), bea()] {
        let store = bed.open().await;
        store.write(vec![add(ada()), add(bea()), invite(1), invite(2)]).await.unwrap();
        store.write(vec![end(2, InvitationEnd::Expired, 5)]).await.unwrap();
        store.write(vec![Write::DeleteUser { user: gone.id, at: 0 }]).await.unwrap();
        assert_eq!(store.invitations().await.unwrap(), []);
        assert_eq!(store.invitation(InvitationId(2)).await.unwrap(), None);
        assert!(store.write(vec![end(1, InvitationEnd::Declined, 9)]).await.is_err());
        assert!(store.write(vec![invite(3)]).await.is_err(), "an unknown person cannot be invited");
        let rest = [ada(), bea()].map(|user| Write::DeleteUser { user: user.id, at: 0 });
        store.write(rest.into()).await.unwrap();
        store.close().await;
    }
}

async fn only_the_latest_that_are_over_are_kept(bed: &Bed) {
    let store = bed.open().await;
    store.write(vec![add(ada()), add(bea()), invite(1000)]).await.unwrap();
    for id in 1..=60 {
        store.write(vec![invite(id), end(id, InvitationEnd::Withdrawn, id)]).await.unwrap();
    }
    let past = store.past_invitations(bea().id, 100).await.unwrap();
    let ids: Vec<_> = past.iter().map(|row| row.id.0).collect();
    assert_eq!(ids, (11..=60).rev().collect::<Vec<_>>());
    assert_eq!(store.invitations().await.unwrap().len(), 1, "those that wait are not counted");
}
