# Transitions of "character.glb" for an AnimationPlayer of Godot 4, written by `crossfade export`.
# CrossfadeBlendTimes.apply($AnimationPlayer), then play() as usual.
# With clips in a library that has a name, pass it: apply($AnimationPlayer, "moves").
# Not run: written from the Godot 4 documentation.
# Looping: Godot's importer lets clips loop whose names end in -loop, _loop, -cycle or _cycle, and takes that
#   ending off, as here; set the loop mode of all others in the import settings of the model.
# LOST: frozen, inertial and dead blending; Godot blends the two clips by their weights.
# LOST: curves; an AnimationPlayer fades linearly.
# LOST: sync by phase.
# LOST: masks; set the filters of an AnimationNodeBlend2 by hand.
# LOST: blend spaces; an AnimationPlayer plays clips alone.
# LOST: the phase at which the first clip is left; call play() at that time.
# LOST: the phase at which the second clip comes in; it starts at its beginning.
class_name CrossfadeBlendTimes

const DEFAULT_SECONDS := 0.4

# From, to, seconds.
const BLEND_TIMES := [
	["Idle", "Walk", 0.4],
	["Idle", "Boxing", 0.4],
	["Idle", "Wave", 0.25],
	["Idle", "Nod", 0.4],
	["Walk", "Run", 0.5],
	["Walk", "Wave", 0.25],
	["Run", "Idle", 0.4],
	["Run", "Walk", 0.35],
	["Run", "Wave", 0.25],
	["Sneak", "Idle", 0.6],
	["Sneak", "Walk", 0.6],
	["Sneak", "Run", 0.6],
	["Sneak", "Jump", 0.6],
	["Sneak", "Crouch", 0.6],
	["Sneak", "TurnLeft", 0.6],
	["Sneak", "Dance", 0.6],
	["Sneak", "Boxing", 0.6],
	["Sneak", "Wave", 0.6],
	["Sneak", "Nod", 0.6],
	["Sneak", "Blink", 0.6],
	["Jump", "Wave", 0.25],
	["Crouch", "Wave", 0.25],
	["TurnLeft", "Wave", 0.25],
	["Dance", "Wave", 0.25],
	["Boxing", "Wave", 0.25],
	["Nod", "Wave", 0.25],
	["Blink", "Wave", 0.25],
]


static func apply(player: AnimationPlayer, library := "") -> void:
	var prefix := "" if library.is_empty() else library + "/"
	player.playback_default_blend_time = DEFAULT_SECONDS
	for entry in BLEND_TIMES:
		player.set_blend_time(prefix + entry[0], prefix + entry[1], entry[2])
