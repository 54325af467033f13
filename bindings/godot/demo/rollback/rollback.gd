## Two peers play the same game over a slow line: inputs arrive six frames late. Each peer guesses that the other holds its
## keys, and goes back to a snapshot when the guess was wrong. At the end both worlds, and one that knew all inputs at once, have
## the same hash; so has examples/rollback.rs.
extends Node2D

const LATE := 6

var frame := 0
var last := 600
var peers: Array[Peer] = []

## The input of a player in a frame: -1, 0 or 1 on both axes, changed now and then.
static func pressed(player: int, at: int) -> Vector2i:
	@warning_ignore("integer_division")
	var k := (at / (7 + player * 4)) * 31 + player * 17
	return Vector2i(k % 3 - 1, (k / 3) % 3 - 1)

## One machine: a world with two ships that fire at each other.
class Peer:
	extends KasuriWorld2D
	var me := 0
	var ships: Array[KasuriBody2D] = []
	var shots: Array[KasuriBullets2D] = []
	## What was played in each frame, a pair of inputs.
	var played: Array[Array] = []
	var kept: Array[KasuriSnapshot] = []
	## The hits of each frame. The rollback shortens it, too.
	var hits := PackedInt32Array()
	var rollbacks := 0

	func _init(player: int) -> void:
		me = player
		auto_step = false
		bounds = Rect2(0, 0, 320, 240)
		for k in 2:
			var ship := KasuriBody2D.new()
			ship.shape = KasuriShape2D.polygon(PackedVector2Array([Vector2(-8, -6), Vector2(8, -6), Vector2(0, 9)]))
			ship.position = Vector2(160, 40 + 160 * k)
			ship.rotation = PI * k
			ship.layer = 1 << k
			ship.graze = 10
			ships.append(ship)
			add_child(ship)
		for k in 2:
			var shot := KasuriBullets2D.new()
			shot.shape = KasuriShape2D.circle(3)
			shot.layer = 4
			shot.against = 2 >> k
			shot.despawn_beyond = 8
			shots.append(shot)
			add_child(shot)

	func play(inputs: Array) -> void:
		kept.append(snapshot())
		played.append(inputs)
		var at := played.size()
		for k in 2:
			var input: Vector2i = inputs[k]
			ships[k].position = (ships[k].position + 2 * Vector2(input)).clamp(Vector2(10, 10), Vector2(310, 230))
			if at % 5 == 0:
				shots[k].spawn(ships[k].position, Vector2(input.x * 32, 128 - 256 * k))
		hits.append(step(1.0 / 64).began_count())

	## Plays frames anew from [param from], whose inputs are now known.
	func play_again(from: int, inputs: Array[Array]) -> void:
		rollbacks += 1
		restore(kept[from])
		kept.resize(from)
		played.resize(from)
		hits.resize(from)
		for pair in inputs:
			play(pair)

func _ready() -> void:
	for k in 3:
		var peer := Peer.new(k)
		peer.position.x = 320 * k
		peers.append(peer)
		add_child(peer)

func _physics_process(_delta: float) -> void:
	if frame < last:
		for peer in peers:
			advance(peer)
		frame += 1
		if frame % 100 == 0:
			print("%5d %s" % [frame, peers[2].hash_text()])
		return
	# The last inputs arrive.
	for k in 2:
		for late in LATE:
			arrive(peers[k], last - LATE + late)
	var hashes := peers.map(func(peer: Peer) -> String: return peer.hash_text())
	var hits := 0
	for count in peers[2].hits:
		hits += count
	print("%d hits, %d and %d rollbacks, %s" % [hits, peers[0].rollbacks, peers[1].rollbacks, "equal" if hashes[0] == hashes[2] and hashes[1] == hashes[2] else "DIFFERENT %s" % [hashes]])
	get_tree().quit(0 if hashes[0] == hashes[2] and hashes[1] == hashes[2] else 1)

func advance(peer: Peer) -> void:
	if peer.me == 2:
		peer.play([pressed(0, frame), pressed(1, frame)])
		return
	if frame >= LATE:
		arrive(peer, frame - LATE)
	var other := 1 - peer.me
	var guess := pressed(other, frame - LATE) if frame >= LATE else Vector2i.ZERO
	var pair := [Vector2i.ZERO, Vector2i.ZERO]
	pair[peer.me] = pressed(peer.me, frame)
	pair[other] = guess
	peer.play(pair)

## The other's input of a frame arrives. If the guess was wrong, all frames since are played again.
func arrive(peer: Peer, at: int) -> void:
	var other := 1 - peer.me
	var truth := pressed(other, at)
	if peer.played[at][other] == truth:
		return
	var again: Array[Array] = []
	for pair in peer.played.slice(at):
		var corrected: Array = pair.duplicate()
		corrected[other] = truth
		again.append(corrected)
	peer.play_again(at, again)
