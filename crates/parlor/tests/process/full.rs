//! The real binary on a disk that is full and then is not: play goes on, and nothing acknowledged is missing.

use crate::{
    binary::{House, parlor},
    disk::SmallDisk,
    player::{PATIENCE, Player},
};
use parlor_battleship::{Action, Phase};
use serde_json::{Value, json};
use std::{fs, time::Duration};
use tokio::time::{sleep, timeout};

async fn answer(house: &House) -> u16 {
    reqwest::get(format!("{}/readyz", house.base)).await.unwrap().status().as_u16()
}

/// Waits until `/readyz` answers so.
async fn until_ready_is(house: &House, status: u16) {
    let waiting = async {
        while answer(house).await != status {
            sleep(Duration::from_millis(100)).await;
        }
    };
    timeout(PATIENCE, waiting).await.expect("it comes to be so");
}

/// The shots of a log, in order.
fn shots(log: &str) -> Vec<(u64, String)> {
    let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let shot = |line: Value| {
        let act = line.get("input")?.get("act")?.clone();
        Some((act["seat"].as_u64()?, act["action"].get("fire")?["at"].as_str()?.to_owned()))
    };
    lines.filter_map(shot).collect()
}

#[tokio::test]
async fn a_full_disk_stops_play_until_there_is_space_again() {
    let Some(disk) = SmallDisk::mount(2) else { return };
    let house = House::open(disk.path(), &[("PARLOR_LIMITS__COMMANDS_PER_SECOND", "10000"), ("PARLOR_LOG", "off")]);
    // So many shots that the disk is full before the match is over, and no clock.
    let options = json!({"width": 20, "height": 20, "timers.placement": null, "timers.turn": null});
    let [mut ada, mut bea] = Player::two(&house, options).await;
    until_ready_is(&house, 200).await;
    let mut acknowledged = Vec::new();
    let mut refusals = 0;
    'match_: loop {
        for player in [&mut ada, &mut bea] {
            let seat = u64::from(player.seat().0);
            while let Some(at) = player.target().await {
                match player.act(&Action::Fire { at, pattern: 0 }).await {
                    Ok(()) => {
                        acknowledged.push((seat, at.to_string()));
                        break;
                    }
                    Err(error) => {
                        assert_eq!(error.code(), Some("storage"), "{error}");
                        refusals += 1;
                        if refusals == 1 {
                            until_ready_is(&house, 503).await;
                        }
                        if refusals == 3 {
                            disk.grow(16);
                            until_ready_is(&house, 200).await;
                        }
                        assert!(refusals <= 3, "there is space again: {acknowledged:?}");
                    }
                }
            }
            if player.until_view(|view| Some(view.phase == Phase::Over)).await {
                break 'match_;
            }
        }
    }
    assert_eq!(refusals, 3, "the disk was full once");
    let id = ada.ended().await;
    let log = ada.visitor.get_text(&format!("/api/matches/{id}/log")).await.unwrap();
    assert_eq!(shots(&log), acknowledged, "every acknowledged shot once, and no other");
    let file = disk.path().join("match.log");
    fs::write(&file, log).unwrap();
    assert!(parlor().arg("verify").arg(file).output().unwrap().status.success());
}
