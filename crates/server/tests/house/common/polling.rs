//! The Socket.IO door, by the simplest of its transports.

use super::Open;
use serde_json::Value;
use std::sync::Mutex;

/// A client of the Socket.IO door that polls: the least that such a client can be.
pub struct Polling {
    pub http: reqwest::Client,
    pub url: String,
    /// Everything heard so far.
    heard: Mutex<String>,
}

impl Polling {
    /// Opens a connection, and tells whether the door let it in (`40`) or not (`44`), and why.
    pub async fn open(open: &Open, auth: Value) -> (Self, String) {
        let polling = Self::transport(open).await.unwrap();
        let said = polling.connect(&auth).await;
        (polling, said)
    }

    /// Opens what a connection runs over, and says nothing yet.
    pub async fn transport(open: &Open) -> Result<Self, u16> {
        let http = reqwest::Client::new();
        let url = format!("{}/socket.io/?EIO=4&transport=polling", open.base);
        let hello = http.get(&url).send().await.unwrap();
        if !hello.status().is_success() {
            return Err(hello.status().as_u16());
        }
        let hello: Value = serde_json::from_str(&hello.text().await.unwrap()[1..]).unwrap();
        let url = format!("{url}&sid={}", hello["sid"].as_str().unwrap());
        Ok(Self { http, url, heard: Mutex::default() })
    }

    pub async fn connect(&self, auth: &Value) -> String {
        let mut heard = self.say(&format!("40{auth}")).await;
        loop {
            // Pings and what the house says by itself come in between.
            let mut packets = heard.split('\u{1e}');
            if let Some(packet) = packets.find(|packet| packet.starts_with("40") || packet.starts_with("44")) {
                return packet.to_owned();
            }
            heard = self.hear().await.1;
        }
    }

    async fn say(&self, packet: &str) -> String {
        self.http.post(&self.url).body(packet.to_owned()).send().await.unwrap();
        self.hear().await.1
    }

    pub async fn hear(&self) -> (u16, String) {
        let response = self.http.get(&self.url).send().await.unwrap();
        let (status, heard) = (response.status().as_u16(), response.text().await.unwrap());
        self.heard.lock().unwrap().push_str(&heard);
        (status, heard)
    }

    /// Waits until something is said, and gives back all that was heard.
    pub async fn until(&self, said: &str) -> String {
        loop {
            let heard = self.heard.lock().unwrap().clone();
            if heard.contains(said) {
                return heard;
            }
            self.hear().await;
        }
    }

    /// Emits an event and gives back what was heard up to its acknowledgement.
    pub async fn emit(&self, event: Value) -> String {
        let mut heard = self.say(&format!("427{event}")).await;
        while !heard.contains("437[") {
            heard += &self.hear().await.1;
        }
        heard
    }
}
