// Writes the small models of tests/golden/models/Small and their traces in tests/golden/pose: one document for each thing
// that importers often get wrong.
//
//   node src/make_small_models.mjs [TESTS_GOLDEN_FOLDER]

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GltfBuilder, installProgressEventShim } from './lib/gltf_builder.mjs';
import { dumpPose } from './dump_pose.mjs';

const floats = ( ...numbers ) => Float32Array.from( numbers.flat( Infinity ) );
const HALF_TURN = [ 0, 0, Math.SQRT1_2, Math.SQRT1_2 ]; // 90 degrees about z
const TILT = [ Math.sin( 0.3 ), 0, 0, Math.cos( 0.3 ) ];

// A strip of six vertices, two joints: the lower pair follows joint 0, the upper pair joint 1, the middle both.
const STRIP = [ [ -0.5, 0, 0 ], [ 0.5, 0, 0 ], [ -0.5, 1, 0 ], [ 0.5, 1, 0 ], [ -0.5, 2, 0 ], [ 0.5, 2, 0 ] ];
const STRIP_INDICES = Uint16Array.from( [ 0, 1, 3, 0, 3, 2, 2, 3, 5, 2, 5, 4 ] );
const STRIP_JOINTS = Array.from( { length: 6 }, () => [ 0, 1, 0, 0 ] );
const STRIP_WEIGHTS = [ [ 1, 0 ], [ 1, 0 ], [ 0.5, 0.5 ], [ 0.25, 0.75 ], [ 0, 1 ], [ 0, 1 ] ].map( ( [ a, b ] ) => [ a, b, 0, 0 ] );
const LOWERED = [ 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, - 1, 0, 1 ]; // inverse bind of a joint at (0, 1, 0)
const IDENTITY = [ 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 ];

const integers = ( array ) => ( type ) => type.from( array.flat( Infinity ) );

class SmallModel extends GltfBuilder {

	/** A skinned strip; `attributes` replaces or adds accessors. Returns the mesh's index. */
	addStrip( attributes = {} ) {

		const primitive = {
			attributes: {
				POSITION: this.addAccessor( floats( STRIP ), 'VEC3', { min: [ - 0.5, 0, 0 ], max: [ 0.5, 2, 0 ] } ),
				JOINTS_0: this.addAccessor( integers( STRIP_JOINTS )( Uint8Array ), 'VEC4' ),
				WEIGHTS_0: this.addAccessor( floats( STRIP_WEIGHTS ), 'VEC4' ), ...attributes,
			},
			indices: this.addAccessor( STRIP_INDICES, 'SCALAR' ),
		};
		return this.addMesh( { primitives: [ primitive ] } );

	}

	addMesh( mesh ) {

		this.document.meshes ??= [];
		return this.document.meshes.push( mesh ) - 1;

	}

	addSkin( skin, matrices ) {

		if ( matrices ) skin.inverseBindMatrices = this.addAccessor( floats( matrices ), 'MAT4' );
		this.document.skins ??= [];
		return this.document.skins.push( skin ) - 1;

	}

	/** A node that no scene lists. */
	addNodeOutside( node ) {

		return this.document.nodes.push( node ) - 1;

	}

	/** Two joints, one above the other, and a clip that rotates the upper one. `add` decides the parent of the lower one. */
	addJoints( add = ( node ) => this.addNode( node ) ) {

		const upper = this.addNodeOutside( { name: 'upper', translation: [ 0, 1, 0 ], rotation: TILT } );
		const lower = add( { name: 'lower', children: [ upper ], translation: [ 0.25, 0, 0 ] } );
		this.addAnimation( upper, 'rotation', [ 0, 1, 2 ], [ ...TILT, ...HALF_TURN, ...TILT ], 'LINEAR' );
		return [ lower, upper ];

	}

	/** Adds a channel to the last animation. */
	addChannel( node, path, times, output, interpolation = 'LINEAR' ) {

		const animation = this.document.animations.at( - 1 );
		const input = this.addAccessor( floats( times ), 'SCALAR', { min: [ times[ 0 ] ], max: [ times.at( - 1 ) ] } );
		animation.samplers.push( { input, output, interpolation } );
		animation.channels.push( { sampler: animation.samplers.length - 1, target: { node, path } } );

	}

}

function jointsOutsideScene( model ) {

	const joints = model.addJoints( ( node ) => model.addNodeOutside( node ) );
	model.addNode( { name: 'strip', mesh: model.addStrip(), skin: model.addSkin( { joints }, [ IDENTITY, LOWERED ] ) } );

}

function severalScenes( model ) {

	const joints = model.addJoints();
	model.addNode( { name: 'strip', mesh: model.addStrip(), skin: model.addSkin( { joints }, [ IDENTITY, LOWERED ] ) } );
	const child = model.addNodeOutside( { name: 'child of the second scene', translation: [ 0, 0, 3 ], scale: [ 2, 2, 2 ] } );
	// a mesh of its own: three.js cannot show one mesh both with and without a skin
	const position = model.addAccessor( floats( STRIP ), 'VEC3', { min: [ - 0.5, 0, 0 ], max: [ 0.5, 2, 0 ] } );
	const mesh = model.addMesh( { primitives: [ { attributes: { POSITION: position }, mode: 5 } ] } );
	const second = model.addNodeOutside( { name: 'second scene', mesh, children: [ child ], rotation: TILT, translation: [ 5, 0, 0 ] } );
	model.document.scenes.push( { name: 'second', nodes: [ second ] } );
	model.document.scene = 1;

}

function nodeMorphWeights( model ) {

	const target = ( x, y ) => ( { POSITION: model.addAccessor( floats( [ 0, 0, 0 ], [ x, 0, 0 ], [ 0, y, 0 ] ), 'VEC3', { min: [ 0, 0, 0 ], max: [ x, y, 0 ] } ) } );
	const position = model.addAccessor( floats( [ 0, 0, 0 ], [ 1, 0, 0 ], [ 0, 1, 0 ] ), 'VEC3', { min: [ 0, 0, 0 ], max: [ 1, 1, 0 ] } );
	const mesh = model.addMesh( { primitives: [ { attributes: { POSITION: position }, targets: [ target( 1, 0 ), target( 0, 2 ) ] } ], weights: [ 0.25, 0.5 ] } );
	model.addNode( { name: 'weights of the mesh', mesh } );
	const moved = model.addNode( { name: 'weights of the node', mesh, weights: [ 1, 0.125 ], translation: [ 3, 0, 0 ] } );
	model.addNode( { name: 'weights of the node, none', mesh, weights: [ 0, 0 ], translation: [ 6, 0, 0 ] } );
	model.addAnimation( moved, 'weights', [ 0, 1 ], [ 1, 0.125, 0, 1 ], 'LINEAR' );

}

function quantizedMeshes( model ) {

	Object.assign( model.document, { extensionsUsed: [ 'KHR_mesh_quantization' ], extensionsRequired: [ 'KHR_mesh_quantization' ] } );
	const padded = ( array, type, normalized ) => { // elements of 8 or 4 bytes: attributes start at multiples of 4

		const accessor = model.addAccessor( type.from( array.map( ( v ) => [ ...v, 0 ] ).flat() ), 'VEC4', normalized ? { normalized } : {} );
		model.document.accessors[ accessor ].type = 'VEC3';
		model.document.accessors[ accessor ].count = array.length;
		for ( const bound of [ 'min', 'max' ] ) model.document.accessors[ accessor ][ bound ] = [ 0, 1, 2 ].map( ( i ) => Math[ bound ]( ...array.map( ( v ) => v[ i ] ) ) );
		model.document.bufferViews.at( - 1 ).byteStride = 4 * type.BYTES_PER_ELEMENT;
		return accessor;

	};
	const normalized = { normalized: true };
	const shorts = [ [ - 32767, 0, 0 ], [ 32767, 0, 100 ], [ 0, 16384, - 20000 ] ], whole = [ [ - 3, 0, 0 ], [ 300, 0, 7 ], [ 0, 25, - 1 ] ];
	const uv = model.addAccessor( Uint16Array.from( [ 0, 0, 65535, 0, 0, 65535 ] ), 'VEC2', normalized );
	const normals = () => padded( [ [ 0, 0, 127 ], [ 0, 0, 127 ], [ 0, 90, 90 ] ], Int8Array, true );
	const first = model.addMesh( { primitives: [ { attributes: { POSITION: padded( shorts, Int16Array, true ), NORMAL: normals(), TEXCOORD_0: uv } } ] } );
	const target = { POSITION: padded( [ [ 1, 2, 3 ], [ 0, 0, 0 ], [ - 5, 0, 0 ] ], Int8Array, false ) };
	const second = model.addMesh( { primitives: [ { attributes: { POSITION: padded( whole, Int16Array, false ), NORMAL: normals() }, targets: [ target ] } ], weights: [ 0.5 ] } );
	model.addNode( { name: 'normalised shorts', mesh: first, scale: [ 2, 3, 4 ], translation: [ 0, 1, 0 ] } );
	const moved = model.addNode( { name: 'shorts as they are', mesh: second, scale: [ 0.01, 0.01, 0.01 ], rotation: TILT } );
	model.addAnimation( moved, 'translation', [ 0, 2 ], [ 0, 0, 0, 1, 2, 3 ], 'LINEAR' );

}

function normalizedWeights( model ) {

	const weights = [ [ 255, 0, 0, 0 ], [ 255, 0, 0, 0 ], [ 128, 127, 0, 0 ], [ 60, 180, 0, 0 ], [ 0, 255, 0, 0 ], [ 0, 0, 0, 0 ] ];
	const bytes = model.addAccessor( integers( weights )( Uint8Array ), 'VEC4', { normalized: true } );
	const shorts = model.addAccessor( integers( weights.map( ( w ) => w.map( ( x ) => x * 257 ) ) )( Uint16Array ), 'VEC4', { normalized: true } );
	const wideJoints = model.addAccessor( integers( STRIP_JOINTS )( Uint16Array ), 'VEC4' );
	const joints = model.addJoints(), skin = model.addSkin( { joints }, [ IDENTITY, LOWERED ] );
	model.addNode( { name: 'byte weights', mesh: model.addStrip( { WEIGHTS_0: bytes } ), skin } );
	model.addNode( { name: 'short weights', mesh: model.addStrip( { WEIGHTS_0: shorts, JOINTS_0: wideJoints } ), skin } );

}

function normalizedOutputs( model ) {

	const target = { POSITION: model.addAccessor( floats( [ 0, 0, 1 ], [ 0, 0, 2 ], [ 0, 0, 3 ] ), 'VEC3', { min: [ 0, 0, 1 ], max: [ 0, 0, 3 ] } ) };
	const position = model.addAccessor( floats( [ 0, 0, 0 ], [ 1, 0, 0 ], [ 0, 1, 0 ] ), 'VEC3', { min: [ 0, 0, 0 ], max: [ 1, 1, 0 ] } );
	const mesh = model.addMesh( { primitives: [ { attributes: { POSITION: position }, targets: [ target ] } ] } );
	const node = model.addNode( { name: 'moved by integers', mesh } );
	const normalized = { normalized: true };
	model.addAnimation( node, 'translation', [ 0, 1, 2 ], [ 0, 0, 0, 1, 0, 0, 1, 1, 0 ], 'STEP' );
	const turn = ( largest, type ) => type.from( [ [ 0, 0, 0, 1 ], HALF_TURN, [ 0, 0, 1, 0 ] ].flat().map( ( x ) => Math.round( x * largest ) ) );
	model.addChannel( node, 'rotation', [ 0, 0.5, 2 ], model.addAccessor( turn( 32767, Int16Array ), 'VEC4', normalized ) );
	model.addChannel( node, 'weights', [ 0, 1, 2 ], model.addAccessor( Uint8Array.from( [ 0, 255, 51 ] ), 'SCALAR', normalized ) );
	model.addAnimation( node, 'scale', [ 0, 2 ], [ 1, 1, 1, 2, 3, 4 ], 'LINEAR' );
	model.addChannel( node, 'rotation', [ 0, 2 ], model.addAccessor( turn( 127, Int8Array ).slice( 0, 8 ), 'VEC4', normalized ) );
	const spline = Uint16Array.from( [ 0, 0, 6553, 0, 65535, 0 ] ); // in-tangent, value, out-tangent of two keys
	model.addChannel( node, 'weights', [ 0.5, 1.5 ], model.addAccessor( spline, 'SCALAR', normalized ), 'CUBICSPLINE' );

}

function twoSkinsOneMesh( model ) {

	const mesh = model.addStrip(), joints = model.addJoints();
	const upper = model.addNodeOutside( { name: 'upper 2', translation: [ 0, 1, 0 ] } );
	const lower = model.addNode( { name: 'lower 2', children: [ upper ], translation: [ 4, 0, 0 ], scale: [ 1, 2, 1 ] } );
	model.addNode( { name: 'first', mesh, skin: model.addSkin( { joints }, [ IDENTITY, LOWERED ] ), translation: [ 9, 9, 9 ] } );
	model.addNode( { name: 'second', mesh, skin: model.addSkin( { joints: [ lower, upper ] }, [ IDENTITY, LOWERED ] ) } );
	model.addAnimation( upper, 'rotation', [ 0, 1 ], [ 0, 0, 0, 1, ...HALF_TURN ], 'LINEAR' );

}

function skinWithoutInverseBinds( model ) {

	const joints = model.addJoints();
	model.addNode( { name: 'strip', mesh: model.addStrip(), skin: model.addSkin( { joints } ) } );

}

function equalAndEmptyNames( model ) {

	const mesh = model.addStrip();
	const inner = model.addNodeOutside( { name: 'same', translation: [ 0, 1, 0 ], mesh } );
	const outer = model.addNode( { name: 'same', children: [ inner ] } );
	const unnamed = model.addNode( { mesh, translation: [ 3, 0, 0 ] } ), empty = model.addNode( { name: '', mesh, translation: [ 6, 0, 0 ] } );
	for ( const [ node, path, values ] of [ [ inner, 'rotation', [ 0, 0, 0, 1, ...HALF_TURN ] ], [ outer, 'translation', [ 0, 0, 0, 0, 0, 5 ] ],
		[ unnamed, 'scale', [ 1, 1, 1, 2, 2, 2 ] ], [ empty, 'rotation', [ 0, 0, 0, 1, ...TILT ] ] ] ) {

		const animation = model.addAnimation( node, path, [ 0, 1 ], values, 'LINEAR' );
		model.document.animations[ animation ].name = 'same';

	}
	delete model.document.animations[ 3 ].name;

}

function jointsOfTwoTypes( model ) {

	const third = model.addNodeOutside( { name: 'third', translation: [ 0, 1, 0 ] } );
	const joints = model.addJoints();
	model.document.nodes[ joints[ 1 ] ].children = [ third ];
	const half = STRIP_WEIGHTS.map( ( w ) => w.map( ( x ) => x / 2 ) );
	const mesh = model.addStrip( {
		WEIGHTS_0: model.addAccessor( floats( half ), 'VEC4' ),
		JOINTS_1: model.addAccessor( integers( Array.from( { length: 6 }, () => [ 2, 0, 0, 0 ] ) )( Uint16Array ), 'VEC4' ),
		WEIGHTS_1: model.addAccessor( floats( Array.from( { length: 6 }, () => [ 0.5, 0, 0, 0 ] ) ), 'VEC4' ),
	} );
	model.addNode( { name: 'strip', mesh, skin: model.addSkin( { joints: [ ...joints, third ] }, [ IDENTITY, LOWERED, LOWERED ] ) } );

}

const MODELS = { jointsOutsideScene, severalScenes, nodeMorphWeights, quantizedMeshes, normalizedWeights, normalizedOutputs,
	twoSkinsOneMesh, skinWithoutInverseBinds, equalAndEmptyNames, jointsOfTwoTypes };

const [ golden = '../../tests/golden' ] = process.argv.slice( 2 );
installProgressEventShim();
for ( const folder of [ 'models/Small', 'pose' ] ) mkdirSync( join( golden, folder ), { recursive: true } );
for ( const [ name, make ] of Object.entries( MODELS ) ) {

	const model = new SmallModel(), file = join( golden, 'models/Small', `${ name }.gltf` );
	make( model );
	const json = model.toJson();
	if ( json.animations.length === 0 ) delete json.animations; // glTF forbids empty lists
	writeFileSync( file, JSON.stringify( json ) + '\n' );
	console.log( name, JSON.stringify( await dumpPose( file, join( golden, 'pose', `Small_${ name }.json` ), { samples: 5 } ) ) );

}
