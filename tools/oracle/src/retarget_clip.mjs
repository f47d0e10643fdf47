// Compares `crossfade retarget` with three.js: SkeletonUtils.retargetClip transfers the same clips with the same joint map.
//
//   crossfade retarget SOURCE --onto TARGET --only --out OURS.glb --map-out MAP.json
//   node src/retarget_clip.mjs SOURCE TARGET MAP.json OURS.glb [--moments 12] [--steps 8] [--each]
//
// Prints the angle between each upper or lower arm or leg and the source's, in degrees, over --moments of each clip: of
// Crossfade's result and of three.js used in three ways:
//
//   names     its defaults and the map's names: each joint gets the world rotation of its source
//   offsets   also localOffsets from the rest poses, the hips moved by the ratio of the legs, and --steps keys for each key
//   aligned   as before, but in the rest pose the limbs are first aligned with the source's, as Crossfade does
//
// Then the angle between the joints of Crossfade and of `aligned` in model space. Where Crossfade does not compare rest poses,
// for example because one has bent knees, this angle is constant and not an error in the motion.
// `floor`: the lowest foot compared with the source's, each above its rest pose; meaningless if that does not stand on a floor.
//
// Input for three.js: all joints of a file as one skeleton, bound in the rest pose; unnamed joints get names; the source is
// rotated to face the same way. --each: per clip.

import { basename } from 'node:path';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { AnimationMixer, LoopOnce, MathUtils, Matrix4, Object3D, Quaternion, Skeleton, Vector3 } from 'three';
import { retargetClip } from 'three/addons/utils/SkeletonUtils.js';
import { loadGltfModel } from './lib/gltf_model.mjs';

const degrees = MathUtils.radToDeg;

/** A model whose joints are numbered as Crossfade does: depth first. */
class Body {

	static async load( path ) {

		return Object.assign( new Body(), { name: basename( path ), ...await loadGltfModel( path ) } ).#prepare();

	}

	#prepare() {

		const { json, nodes, skins } = this, order = [], seen = new Set();
		const visit = ( index ) => {

			if ( seen.has( index ) ) return;
			seen.add( index );
			order.push( index );
			json.nodes[ index ].children?.forEach( visit );

		};
		( json.scenes?.[ json.scene ?? 0 ].nodes ?? [] ).forEach( visit );
		const children = new Set( json.nodes.flatMap( ( node ) => node.children ?? [] ) );
		nodes.forEach( ( _, index ) => children.has( index ) || visit( index ) );

		this.joints = order.map( ( index ) => nodes[ index ] );
		this.names = order.map( ( index ) => json.nodes[ index ].name ?? '' );
		this.joints.forEach( ( joint, index ) => joint.name ||= `joint_${ index }` ); // tracks of nameless nodes use the uuid
		this.rest = this.joints.map( ( { position, quaternion, scale } ) => [ position.clone(), quaternion.clone(), scale.clone() ] );
		const bones = new Set( skins.flatMap( ( skin ) => skin.bones ) );
		this.bones = this.joints.filter( ( joint ) => bones.has( joint ) ); // parents first, as retargetClip needs them
		return this;

	}

	find( reference ) {

		const index = this.names.indexOf( reference );
		if ( index >= 0 || ! reference.startsWith( '#' ) ) return this.joints[ index ];
		return this.joints[ Number( reference.slice( 1 ) ) ];

	}

	stand() {

		this.joints.forEach( ( joint, i ) => {

			joint.position.copy( this.rest[ i ][ 0 ] );
			joint.quaternion.copy( this.rest[ i ][ 1 ] );
			joint.scale.copy( this.rest[ i ][ 2 ] );

		} );
		this.root.updateMatrixWorld( true );
		return this;

	}

	/** What retargetClip takes: an object with a skeleton. */
	skeletonOf( object ) {

		this.stand();
		return Object.assign( object, { skeleton: new Skeleton( this.bones ) } );

	}

	/** World positions and rotations of the joints at the times of a clip, played on this body by way of `player`. */
	play( clip, times, joints, player = this.root ) {

		this.stand();
		const mixer = new AnimationMixer( player );
		const action = mixer.clipAction( clip ).setLoop( LoopOnce, 1 ).play();
		const poses = times.map( ( time ) => {

			action.time = time;
			mixer.update( 0 );
			this.root.updateMatrixWorld( true );
			return poseOf( joints );

		} );
		mixer.stopAllAction();
		return poses;

	}

}

function rotationOf( { matrixWorld } ) {

	const rotation = new Quaternion();
	matrixWorld.decompose( new Vector3(), rotation, new Vector3() );
	return rotation;

}

const poseOf = ( joints ) => joints.map( ( joint ) => ( { position: new Vector3().setFromMatrixPosition( joint.matrixWorld ), rotation: rotationOf( joint ) } ) );
const between = ( pose, from, to ) => pose[ to ].position.clone().sub( pose[ from ].position );

/** The pairs of a map with their joints; `above`: the index of the pair that carries this one, or -1. */
function readMap( path, source, target ) {

	const pairs = JSON.parse( readFileSync( path, 'utf8' ) ).joints.map( ( entry ) => ( {
		...entry, align: entry.align ?? 'follow', from: source.find( entry.source ), onto: target.find( entry.target ),
	} ) );
	for ( const { from, onto, source: a, target: b } of pairs ) if ( ! from || ! onto ) throw new Error( `${ path }: no joint '${ from ? b : a }'` );
	const indexOf = ( joint ) => pairs.findIndex( ( pair ) => pair.onto === joint );
	for ( const pair of pairs ) {

		let joint = pair.carrier === undefined ? pair.onto.parent : target.find( pair.carrier );
		while ( joint && indexOf( joint ) < 0 ) joint = joint.parent;
		pair.above = joint ? indexOf( joint ) : - 1;

	}
	return pairs;

}

const belowOf = ( pairs, index ) => pairs.flatMap( ( pair, i ) => pair.above === index ? [ i ] : [] );

/** Arms and legs as [ upper, lower, end ], with -1 as the end of one that branches: indices of pairs. */
function findLimbs( pairs ) {

	const limbs = [];
	const isBelowBone = ( { above } ) => above >= 0 && ( pairs[ above ].align === 'bone' || isBelowBone( pairs[ above ] ) );
	pairs.forEach( ( pair, upper ) => {

		if ( pair.align !== 'bone' || isBelowBone( pair ) ) return;
		const [ lower, ...others ] = belowOf( pairs, upper );
		if ( lower === undefined || others.length > 0 || pairs[ lower ].align !== 'bone' ) return;
		const below = belowOf( pairs, lower ), aligned = below.filter( ( i ) => pairs[ i ].align !== 'follow' );
		const ends = aligned.length > 0 ? aligned : below;
		limbs.push( [ upper, lower, ends.length === 1 ? ends[ 0 ] : - 1 ] );

	} );
	return limbs;

}

/** The rotation about the vertical, in steps of 90 degrees, that makes the source face like the target. */
function turnToTarget( legs, sourceRest, targetRest ) {

	const [ a, b ] = legs.map( ( [ upper ] ) => upper );
	const yaw = ( pose ) => { const side = between( pose, a, b ); return Math.atan2( side.x, side.z ); };
	return Math.round( ( yaw( targetRest ) - yaw( sourceRest ) ) / ( Math.PI / 2 ) ) * Math.PI / 2;

}

/** Rotations of the target at rest after its limbs were aligned with those of the source, from the trunk outward. */
function alignedRest( pairs, sourceRest, targetRest ) {

	const turns = [];
	const turnOf = ( index ) => {

		if ( index < 0 ) return new Quaternion();
		if ( turns[ index ] ) return turns[ index ];
		const { align, above } = pairs[ index ];
		if ( align === 'keep' || align === 'level' ) return turns[ index ] = new Quaternion();
		const turn = turnOf( above ).clone();
		const below = belowOf( pairs, index ).filter( ( i ) => pairs[ i ].align !== 'keep' );
		const bone = ( pose ) => below.reduce( ( sum, i ) => sum.add( between( pose, index, i ) ), new Vector3() ).normalize();
		const wanted = bone( sourceRest ), now = bone( targetRest ).applyQuaternion( turn );
		if ( align === 'bone' && wanted.length() > 0 && now.length() > 0 ) turn.premultiply( new Quaternion().setFromUnitVectors( now, wanted ) );
		return turns[ index ] = turn;

	};
	return targetRest.map( ( { rotation }, index ) => turnOf( index ).clone().multiply( rotation ) );

}

/** localOffsets: the rotation of the target's joint, in the axes of its source. */
function offsetsFor( pairs, sourceRest, targetRotations ) {

	return Object.fromEntries( pairs.map( ( { onto }, i ) => [ onto.name, new Matrix4().makeRotationFromQuaternion( sourceRest[ i ].rotation.clone().invert().multiply( targetRotations[ i ] ) ) ] ) );

}

class Tally {

	sum = 0;
	count = 0;
	largest = 0;

	add( value ) {

		this.sum += value;
		this.count ++;
		this.largest = Math.max( this.largest, value );

	}

	join( other ) {

		this.sum += other.sum;
		this.count += other.count;
		this.largest = Math.max( this.largest, other.largest );

	}

	get mean() {

		return this.count > 0 ? this.sum / this.count : 0;

	}

	toString() {

		return `${ this.mean.toFixed( 2 ).padStart( 8 ) } ${ this.largest.toFixed( 2 ).padStart( 8 ) }`;

	}

}

class Comparison {

	constructor( source, target, pairs, ours ) {

		const sourceJoints = pairs.map( ( { from } ) => from ), targetJoints = pairs.map( ( { onto } ) => onto );
		Object.assign( this, { source, target, pairs, ours, sourceJoints, targetJoints } );
		this.limbs = findLimbs( pairs );
		this.legs = this.limbs.filter( ( [ , , end ] ) => pairs[ end ]?.align === 'level' );
		if ( this.legs.length !== 2 ) throw new Error( 'the map has no two legs' );
		this.bones = this.limbs.flatMap( ( [ upper, lower, end ] ) => end < 0 ? [ [ upper, lower ] ] : [ [ upper, lower ], [ lower, end ] ] );

		this.targetRest = poseOf( targetJoints );
		source.root.rotation.y = turnToTarget( this.legs, poseOf( sourceJoints ), this.targetRest );
		source.root.updateMatrixWorld( true );
		this.sourceRest = poseOf( sourceJoints );
		this.oursJoints = targetJoints.map( ( joint ) => ours.joints[ target.joints.indexOf( joint ) ] );
		const joints = pairs.map( ( _, i ) => i );
		this.compared = joints.filter( ( i ) => pairs[ i ].mix === undefined && pairs[ i ].align !== 'level' && target.bones.includes( pairs[ i ].onto ) && this.#turnsAsOne( i ) );

	}

	/** Below feet, and where the source has joints between two mapped ones, Crossfade deliberately does something else. */
	#turnsAsOne( index ) {

		const { pairs } = this;
		for ( let i = index; i >= 0; i = pairs[ i ].align === 'follow' ? pairs[ i ].above : - 1 ) if ( pairs[ i ].align === 'level' ) return false;
		return pairs[ index ].align !== 'bone' || belowOf( pairs, index ).every( ( i ) => pairs[ i ].from.parent === pairs[ index ].from );

	}

	legLength( rest ) {

		return this.legs.reduce( ( sum, [ upper, lower, end ] ) => sum + between( rest, upper, lower ).length() + between( rest, lower, end ).length(), 0 ) / this.legs.length;

	}

	/** The options of retargetClip, by the way three.js is used; new ones for each clip, as it writes into them. */
	options( way, clip, steps ) {

		const { pairs, sourceRest, targetRest } = this;
		const names = Object.fromEntries( pairs.map( ( { from, onto } ) => [ onto.name, from.name ] ) );
		if ( way === 'names' ) return { names };
		const rotations = way === 'aligned' ? alignedRest( pairs, sourceRest, targetRest ) : targetRest.map( ( { rotation } ) => rotation );
		const hips = pairs[ pairs[ this.legs[ 0 ][ 0 ] ].above ], keys = Math.max( ...clip.tracks.map( ( { times } ) => times.length ) );
		let turnsAbove = false;
		hips.onto.traverseAncestors( ( joint ) => turnsAbove ||= joint.name in names && this.target.bones.includes( joint ) );
		const lostScale = turnsAbove ? hips.onto.parent.getWorldScale( new Vector3() ).y : 1; // retargetClip turns joints without their scale
		return {
			names, hip: hips.from.name, fps: ( steps * ( keys - 1 ) + 1 ) / clip.duration,
			scale: this.legLength( targetRest ) / this.legLength( sourceRest ) / lostScale,
			localOffsets: offsetsFor( pairs, sourceRest, rotations ),
		};

	}

	transferByThree( clip, way, steps, times ) {

		const { source, target } = this;
		const from = source.skeletonOf( source.root ), puppet = target.skeletonOf( new Object3D() );
		const transferred = retargetClip( puppet, from, clip, this.options( way, clip, steps ) );
		return target.play( transferred, times, this.targetJoints, puppet );

	}

	limbErrors( wanted, poses ) {

		const tally = new Tally();
		wanted.forEach( ( pose, i ) => this.bones.forEach( ( [ from, to ] ) => tally.add( degrees( between( pose, from, to ).angleTo( between( poses[ i ], from, to ) ) ) ) ) );
		return tally;

	}

	rotationErrors( ours, others ) {

		const tally = new Tally();
		ours.forEach( ( pose, i ) => this.compared.forEach( ( joint ) => tally.add( degrees( pose[ joint ].rotation.angleTo( others[ i ][ joint ].rotation ) ) ) ) );
		return tally;

	}

	/** How far the lowest foot is from where the source has it, both above their rest pose; in percent of a leg. */
	floorError( wanted, poses ) {

		const feet = this.legs.flatMap( ( [ , , end ] ) => [ end, ...belowOf( this.pairs, end ) ] );
		const lowest = ( list ) => Math.min( ...list.flatMap( ( pose ) => feet.map( ( foot ) => pose[ foot ].position.y ) ) );
		const raised = ( list, rest ) => ( lowest( list ) - lowest( [ rest ] ) ) / this.legLength( rest );
		return 100 * Math.abs( raised( poses, this.targetRest ) - raised( wanted, this.sourceRest ) );

	}

}

function print( title, { limbs, floor } ) {

	console.log( `  ${ title.padEnd( 24 ) } ${ limbs }   ${ floor }` );

}

const { values, positionals } = parseArgs( { allowPositionals: true, options: {
	moments: { type: 'string', default: '12' },
	steps: { type: 'string', default: '8' },
	each: { type: 'boolean', default: false },
} } );

const source = await Body.load( positionals[ 0 ] ), target = await Body.load( positionals[ 1 ] ), ours = await Body.load( positionals[ 3 ] );
const comparison = new Comparison( source, target, readMap( positionals[ 2 ], source, target ), ours );
const WAYS = [ 'names', 'offsets', 'aligned' ], performers = [ 'crossfade', ...WAYS.map( ( way ) => `three.js, ${ way }` ) ];
const totals = performers.map( () => ( { limbs: new Tally(), floor: new Tally() } ) ), rotations = new Tally();
const clips = source.clips.map( ( clip, index ) => [ clip, source.clips.length === ours.clips.length ? ours.clips[ index ] : ours.clips.find( ( { name } ) => name === clip.name ) ] );

for ( const [ clip, ourClip ] of clips ) {

	if ( ! ourClip || ! ( clip.duration > 0 ) ) continue; // three.js needs a length
	const moments = Number( values.moments ), times = Array.from( { length: moments }, ( _, i ) => clip.duration * ( i + 0.5 ) / moments );
	const wanted = source.play( clip, times, comparison.sourceJoints );
	const results = [ ours.play( ourClip, times, comparison.oursJoints ), ...WAYS.map( ( way ) => comparison.transferByThree( clip, way, Number( values.steps ), times ) ) ];
	const turned = comparison.rotationErrors( results[ 0 ], results[ 3 ] );
	if ( values.each ) console.log( `${ clip.name }: rotations differ by ${ turned }` );
	results.forEach( ( poses, i ) => {

		const limbs = comparison.limbErrors( wanted, poses ), floor = new Tally();
		floor.add( comparison.floorError( wanted, poses ) );
		if ( values.each ) print( performers[ i ], { limbs, floor } );
		totals[ i ].limbs.join( limbs );
		totals[ i ].floor.join( floor );

	} );
	rotations.join( turned );

}

const restError = comparison.limbErrors( [ comparison.sourceRest ], [ comparison.targetRest ] );
console.log( `${ source.name } onto ${ target.name }: ${ comparison.bones.length } limb bones, ${ totals[ 0 ].limbs.count / comparison.bones.length } poses` );
console.log( `  rest poses:              ${ restError }   source turned by ${ degrees( source.root.rotation.y ).toFixed( 0 ) }` );
console.log( `  degrees off                  mean  largest   floor: mean  largest (% of a leg)` );
totals.forEach( ( total, i ) => print( performers[ i ], total ) );
console.log( `  rotations of crossfade and three.js, aligned: ${ rotations } (${ comparison.compared.length } of ${ comparison.pairs.length } joints)` );
