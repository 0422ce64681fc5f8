"""Two of python-socketio's clients play a whole game: one over polling, one over a WebSocket.

python play.py BASE_URL
"""

import json
import queue
import sys

import requests
import socketio

BASE = sys.argv[1]
PATIENCE = 15
SIZES = {"carrier": 5, "battleship": 4, "cruiser": 3, "submarine": 3, "destroyer": 2}
FLEET = [
    {"id": ship, "name": ship.title(), "size": size, "startCoordinate": {"x": 0, "y": row}, "orientation": "horizontal"}
    for row, (ship, size) in enumerate(SIZES.items())
]


class Player:
    def __init__(self, name, transport):
        guest = requests.post(f"{BASE}/api/guest", json={"name": name}, timeout=PATIENCE).json()
        self.id, self.heard = guest["me"]["id"], queue.Queue()
        self.socket = socketio.Client(reconnection=False)
        self.socket.on("*", lambda event, *args: self.heard.put((event, args)))
        self.socket.connect(BASE, auth={"token": guest["token"]}, transports=[transport], wait_timeout=PATIENCE)

    def next(self, *wanted):
        """The next event of one of these names; others in between are passed over."""
        while True:
            event, args = self.heard.get(timeout=PATIENCE)
            if event in wanted:
                return event, args[0]

    def turn_or_end(self):
        """Waits until it is this player's turn, or all is over; which of the two."""
        while True:
            event, payload = self.next("turnChanged", "gameOver")
            if event == "gameOver":
                self.over = payload
                return True
            if payload["isYourTurn"]:
                assert payload["currentPlayer"] == self.id, payload
                return False

    def done(self, event, *args):
        answer = self.socket.call(event, args[0] if args else None, timeout=PATIENCE)
        assert answer["success"], (event, args, answer)
        return answer.get("result")

    def refused(self, event, *args):
        answer = self.socket.call(event, args[0] if args else None, timeout=PATIENCE)
        assert not answer["success"], (event, args, answer)
        return answer["error"]


ada, ben = Player("Ada", "polling"), Player("Ben", "websocket")
code = ada.done("createRoom")["roomCode"]
assert ada.next("roomCreated")[1] == code
ben.done("joinRoom", code)
assert ada.next("playerJoined")[1] == {"playerId": ben.id, "email": "Ben"}
for player in (ada, ben):
    player.next("gameStarted")
assert "Carrier" in ada.refused("placeShips", FLEET[1:])
ada.done("placeShips", FLEET)
ben.done("placeShips", FLEET)
first_id = ada.next("bothPlayersReady")[1]["firstPlayer"]
ben.next("bothPlayersReady")
first, second = (ada, ben) if first_id == ada.id else (ben, ada)
assert not first.turn_or_end()
assert "turn" in second.refused("fireShot", {"x": 0, "y": 0})
misses = [{"x": x, "y": y} for y in (9, 8) for x in range(10)]
results = []
for ship in FLEET:
    for x in range(ship["size"]):
        shot = first.done("fireShot", {"x": x, "y": ship["startCoordinate"]["y"]})
        results.append(shot["result"])
        if second.turn_or_end():
            break
        assert second.done("fireShot", misses.pop(0))["result"] == "miss"
        assert not first.turn_or_end()
assert results.count("sunk") == 5 and results.count("hit") == 12, results
over = second.over
assert over["winnerId"] == first.id and over["reason"] == "all_ships_sunk", over
assert over["stats"][first.id] == {"shots": 17, "hits": 17, "misses": 0, "shipsRemaining": 5}, over
assert first.next("gameOver")[1] == over
for player in (ada, ben):
    player.socket.disconnect()
print(json.dumps(over))
