@icon("res://addons/kasuri/icons/body.svg")
class_name KasuriCharacterBody2D
extends KasuriBody2D
## A body that walks and jumps, as [CharacterBody2D] does: set [member velocity] and call [method move_and_slide].
##
## It climbs steps of at most [member step_height], follows slopes down, jumps up through one-way bodies, and is carried by
## bodies that call [method KasuriBody2D.carry]. Down is +y.

## The velocity in pixels per second. [method move_and_slide] changes it where something was hit.
@export var velocity := Vector2.ZERO
## The height in pixels of steps that it walks over.
@export_range(0.0, 64.0) var step_height := 4.0
## A surface that is steeper than this is a wall.
@export_range(0.0, 90.0, 0.1, "radians_as_degrees") var floor_max_angle := deg_to_rad(46.0)

var _floor_normal := Vector2.ZERO
var _is_on_floor := false
var _is_on_wall := false
var _is_on_ceiling := false
var _travel: KasuriTravel

## Moves by [code]velocity * delta[/code] and slides along what it hits. Returns whether it hit something. By default
## [param delta] is the time of a physics frame.
func move_and_slide(delta := -1.0) -> bool:
	if delta < 0.0:
		delta = 1.0 / Engine.physics_ticks_per_second
	var by := velocity * delta
	var walks := _is_on_floor and velocity.y >= 0.0
	_travel = walk(by, step_height) if walks else travel(by)
	_is_on_floor = false
	_is_on_wall = false
	_is_on_ceiling = false
	_floor_normal = Vector2.ZERO
	if _travel == null:
		return false
	for hit: KasuriSweepHit in _travel.hits:
		_note(hit.normal)
	if not _travel.hits.is_empty() and delta > 0.0:
		velocity = _travel.velocity / delta
	if velocity.y >= 0.0:
		var below := ground(1.0)
		if below != null:
			_note(below.normal)
	if _is_on_floor and velocity.y > 0.0:
		velocity.y = 0.0
	return not _travel.hits.is_empty()

func _note(normal: Vector2) -> void:
	var least := cos(floor_max_angle) - 0.001
	if normal.y <= -least:
		_is_on_floor = true
		_floor_normal = normal
	elif normal.y >= least:
		_is_on_ceiling = true
	elif normal != Vector2.ZERO:
		_is_on_wall = true

## Whether it stands on a floor, after the last [method move_and_slide].
func is_on_floor() -> bool:
	return _is_on_floor

## Whether it ran into a wall in the last [method move_and_slide].
func is_on_wall() -> bool:
	return _is_on_wall

## Whether it hit a ceiling in the last [method move_and_slide].
func is_on_ceiling() -> bool:
	return _is_on_ceiling

## Returns the normal of the floor that it stands on; zero without one.
func get_floor_normal() -> Vector2:
	return _floor_normal

## Returns the result of the last motion; [code]null[/code] before the first.
func get_last_travel() -> KasuriTravel:
	return _travel
