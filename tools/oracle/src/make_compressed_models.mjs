// Writes the compressed models of tests/golden/models/Compressed and their traces in tests/golden/pose: one skinned and
// morphed figure in every form that compression gives it.
//
//   node src/make_compressed_models.mjs [TESTS_GOLDEN_FOLDER]

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import draco3d from 'draco3d';
import { MeshoptEncoder } from 'meshoptimizer';
import { installProgressEventShim } from './lib/gltf_builder.mjs';
import { dumpPose } from './dump_pose.mjs';

const RINGS = 7, SEGMENTS = 8, HEIGHT = 2;
const IDENTITY = [ 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 ];
const LOWERED = [ 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, - 1, 0, 1 ]; // inverse bind of a joint at (0, 1, 0)

/** A tube around the y axis; its upper half follows joint 1. All values are floats, one list per vertex. */
function tube() {

	const out = { position: [], normal: [], joints: [], weights: [], uv: [], bulge: [], indices: [] };
	for ( let ring = 0; ring < RINGS; ring ++ ) for ( let i = 0; i < SEGMENTS; i ++ ) {

		const angle = 2 * Math.PI * i / SEGMENTS, y = HEIGHT * ring / ( RINGS - 1 ), radius = 0.4 - 0.08 * y;
		const [ x, z ] = [ Math.cos( angle ), Math.sin( angle ) ], upper = Math.min( 1, Math.max( 0, y - 0.5 ) );
		out.position.push( [ radius * x, y, radius * z ] );
		out.normal.push( [ x, 0, z ] );
		out.joints.push( [ 0, 1, 0, 0 ] );
		out.weights.push( [ 1 - upper, upper, 0, 0 ] );
		out.uv.push( [ i / SEGMENTS, ring / ( RINGS - 1 ) ] );
		out.bulge.push( [ 0.3 * x * Math.sin( Math.PI * y / HEIGHT ), 0, 0.3 * z * Math.sin( Math.PI * y / HEIGHT ) ] );
		if ( ring === RINGS - 1 ) continue;
		const a = ring * SEGMENTS + i, b = ring * SEGMENTS + ( i + 1 ) % SEGMENTS;
		out.indices.push( a, a + SEGMENTS, b, b, a + SEGMENTS, b + SEGMENTS );

	}
	return out;

}

const CODES = new Map( [ [ Float32Array, 5126 ], [ Int8Array, 5120 ], [ Uint8Array, 5121 ], [ Int16Array, 5122 ], [ Uint16Array, 5123 ], [ Uint32Array, 5125 ] ] );
const COMPONENTS = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/** Signed or unsigned normalized integers of numbers in -1..1. */
const normalized = ( type, list ) => {

	const most = { Int8Array: 127, Uint8Array: 255, Int16Array: 32767, Uint16Array: 65535 }[ type.name ];
	return type.from( list.flat(), ( x ) => Math.round( x * most ) );

};

class Writer {

	document = { asset: { version: '2.0' }, scene: 0, scenes: [ { nodes: [] } ], nodes: [], buffers: [], bufferViews: [], accessors: [], animations: [] };
	bytes = [];
	size = 0;
	decodedSize = 0;

	constructor( extension ) {

		this.meshopt = extension;

	}

	append( bytes ) {

		const padding = ( 4 - this.size % 4 ) % 4, at = this.size + padding;
		this.bytes.push( Buffer.alloc( padding ), Buffer.from( bytes.buffer, bytes.byteOffset, bytes.byteLength ) );
		this.size = at + bytes.byteLength;
		return at;

	}

	addView( bytes ) {

		return this.document.bufferViews.push( { buffer: 0, byteOffset: this.append( bytes ), byteLength: bytes.byteLength } ) - 1;

	}

	/** A view of the placeholder buffer, with its compressed bytes. `bytes`: `count` elements of `stride`, filtered. */
	addMeshoptView( bytes, count, stride, mode, filter, isVertices ) {

		const encoded = MeshoptEncoder.encodeGltfBuffer( bytes, count, stride, mode, this.version ?? 0 );
		const view = { buffer: 1, byteOffset: this.decodedSize, byteLength: count * stride, extensions: { [ this.meshopt ]: {
			buffer: 0, byteOffset: this.append( encoded ), byteLength: encoded.byteLength, byteStride: stride, count, mode, ...( filter && { filter } ) } } };
		if ( isVertices ) view.byteStride = stride;
		this.decodedSize += Math.ceil( count * stride / 4 ) * 4;
		return this.document.bufferViews.push( view ) - 1;

	}

	addAccessor( data, type, options = {}, how = {} ) {

		const components = COMPONENTS[ type ], count = data.length / components;
		const accessor = { componentType: CODES.get( data.constructor ), count, type, ...options };
		if ( ! this.meshopt || how.mode === 'NONE' ) accessor.bufferView = this.addView( data );
		else accessor.bufferView = this.compress( data, components, count, how );
		return this.document.accessors.push( accessor ) - 1;

	}

	compress( data, components, count, { mode = 'ATTRIBUTES', filtered, filter, stride: given, isVertices = false } ) {

		const element = components * data.BYTES_PER_ELEMENT, stride = given ?? ( mode === 'ATTRIBUTES' ? Math.ceil( element / 4 ) * 4 : element );
		if ( filtered ) return this.addMeshoptView( filtered, count, stride, mode, filter, isVertices );
		const padded = new Uint8Array( count * stride ), source = new Uint8Array( data.buffer, data.byteOffset, data.byteLength );
		for ( let i = 0; i < count; i ++ ) padded.set( source.subarray( i * element, ( i + 1 ) * element ), i * stride );
		return this.addMeshoptView( padded, count, stride, mode, undefined, isVertices );

	}

	addClip( targets ) {

		const animation = { name: 'Bend', channels: [], samplers: [] };
		for ( const { node, path, input, output } of targets ) {

			animation.samplers.push( { input, output, interpolation: 'LINEAR' } );
			animation.channels.push( { sampler: animation.samplers.length - 1, target: { node, path } } );

		}
		this.document.animations.push( animation );

	}

	finish( extensions ) {

		const { document } = this, body = Buffer.concat( this.bytes );
		document.buffers = [ { byteLength: body.length, uri: `data:application/octet-stream;base64,${ body.toString( 'base64' ) }` } ];
		if ( this.decodedSize ) document.buffers.push( { byteLength: this.decodedSize, extensions: { [ this.meshopt ]: { fallback: true } } } );
		if ( extensions.length ) document.extensionsUsed = document.extensionsRequired = extensions;
		return JSON.stringify( document ) + '\n';

	}

}

/** Adds nodes, skin and clip around the primitive; `rotationHow` says how the keys of the upper joint are stored. */
function addFigure( writer, primitive, { skinned = true, morphed = true, scale = 1, rotations, rotationHow } = {} ) {

	const plain = { mode: 'NONE' }, { document } = writer;
	document.meshes = [ { name: 'tube', primitives: [ primitive ] } ];
	if ( morphed ) document.meshes[ 0 ].weights = [ 0.25 ];
	document.nodes.push( { name: 'lower', children: [ 1 ] }, { name: 'upper', translation: [ 0, 1, 0 ] }, { name: 'tube', mesh: 0 } );
	document.scenes[ 0 ].nodes.push( 0, 2 );
	if ( skinned ) {

		document.nodes[ 2 ].skin = 0;
		const inverse = LOWERED.map( ( x, i ) => ( i % 5 === 0 && i < 15 ? x * scale : x ) ), first = IDENTITY.map( ( x, i ) => ( i % 5 === 0 && i < 15 ? x * scale : x ) );
		document.skins = [ { joints: [ 0, 1 ], inverseBindMatrices: writer.addAccessor( Float32Array.from( [ ...first, ...inverse ] ), 'MAT4', {}, plain ) } ];

	} else {

		document.nodes[ 2 ].scale = [ scale, scale, scale ];

	}
	const input = writer.addAccessor( Float32Array.from( [ 0, 0.5, 1 ] ), 'SCALAR', { min: [ 0 ], max: [ 1 ] }, plain );
	const turn = ( angle ) => [ Math.sin( angle / 2 ), 0, 0, Math.cos( angle / 2 ) ];
	const keys = rotations ?? Float32Array.from( [ turn( 0 ), turn( 1 ), turn( - 0.5 ) ].flat() );
	const output = writer.addAccessor( keys, 'VEC4', rotations ? { normalized: true } : {}, rotationHow ?? plain );
	const targets = [ { node: skinned ? 1 : 2, path: 'rotation', input, output } ];
	if ( morphed ) targets.push( { node: 2, path: 'weights', input, output: writer.addAccessor( Float32Array.from( [ 0, 1, 0.5 ] ), 'SCALAR', {}, plain ) } );
	writer.addClip( targets );

}

const BOX = { min: [ - 1, 0, - 1 ], max: [ 1, 2, 1 ] };

let dracoEncoderModule;

/** `parts`: which attributes; `bits`: of positions. */
function draco( { method = 'edgebreaker', parts = [], bits = 11, morphed = false } ) {

	const draco = dracoEncoderModule, shape = tube(), count = shape.position.length;
	const encoder = new draco.Encoder(), builder = new draco.MeshBuilder(), mesh = new draco.Mesh(), writer = new Writer();
	encoder.SetEncodingMethod( method === 'edgebreaker' && ! morphed ? draco.MESH_EDGEBREAKER_ENCODING : draco.MESH_SEQUENTIAL_ENCODING );
	encoder.SetSpeedOptions( morphed ? 10 : 3, morphed ? 10 : 3 );
	encoder.SetAttributeQuantization( draco.POSITION, bits );
	encoder.SetAttributeQuantization( draco.NORMAL, 8 );
	encoder.SetAttributeQuantization( draco.TEX_COORD, 10 );
	encoder.SetAttributeQuantization( draco.GENERIC, 12 );
	builder.AddFacesToMesh( mesh, shape.indices.length / 3, Uint32Array.from( shape.indices ) );
	const skinned = parts.includes( 'skin' );
	const ids = { POSITION: builder.AddFloatAttribute( mesh, draco.POSITION, count, 3, Float32Array.from( shape.position.flat() ) ) };
	if ( parts.includes( 'normal' ) ) ids.NORMAL = builder.AddFloatAttribute( mesh, draco.NORMAL, count, 3, Float32Array.from( shape.normal.flat() ) );
	if ( parts.includes( 'uv' ) ) ids.TEXCOORD_0 = builder.AddFloatAttribute( mesh, draco.TEX_COORD, count, 2, Float32Array.from( shape.uv.flat() ) );
	if ( skinned ) {

		ids.JOINTS_0 = builder.AddUInt8Attribute( mesh, draco.GENERIC, count, 4, Uint8Array.from( shape.joints.flat() ) );
		ids.WEIGHTS_0 = builder.AddFloatAttribute( mesh, draco.GENERIC, count, 4, Float32Array.from( shape.weights.flat() ) );

	}
	const encoded = new draco.DracoInt8Array(), size = encoder.EncodeMeshToDracoBuffer( mesh, encoded );
	const bytes = Uint8Array.from( { length: size }, ( _, i ) => encoded.GetValue( i ) & 255 );
	const points = encoder.GetNumberOfEncodedPoints();

	const { document } = writer, accessors = document.accessors, attributes = {};
	const types = { POSITION: [ 5126, 'VEC3', BOX ], NORMAL: [ 5126, 'VEC3' ], TEXCOORD_0: [ 5126, 'VEC2' ], JOINTS_0: [ 5121, 'VEC4' ], WEIGHTS_0: [ 5126, 'VEC4' ] };
	for ( const name in ids ) attributes[ name ] = accessors.push( { componentType: types[ name ][ 0 ], count: points || count, type: types[ name ][ 1 ], ...types[ name ][ 2 ] } ) - 1;
	const indices = accessors.push( { componentType: 5125, count: shape.indices.length, type: 'SCALAR' } ) - 1;
	const primitive = { attributes, indices, extensions: { KHR_draco_mesh_compression: { bufferView: writer.addView( bytes ), attributes: ids } } };
	if ( morphed ) primitive.targets = [ { POSITION: writer.addAccessor( Float32Array.from( shape.bulge.flat() ), 'VEC3', BOX ) } ];
	addFigure( writer, primitive, { skinned, morphed } );
	return writer.finish( [ 'KHR_draco_mesh_compression' ] );

}

/** `positions`: float, exponential, int16 or int8. */
function meshopt( { positions = 'float', extension = 'EXT_meshopt_compression', version, octahedral = false, quaternions = false, sequence = false, skinned = true, morphs = 'float' } ) {

	const shape = tube(), count = shape.position.length, writer = new Writer( extension ), vertices = { isVertices: true };
	writer.version = version;
	const bits = { int16: Int16Array, int8: Int8Array }[ positions ], scale = bits ? HEIGHT : 1;
	const floats = Float32Array.from( shape.position.flat() ), attributes = {}, used = [ extension ];
	if ( bits ) attributes.POSITION = writer.addAccessor( normalized( bits, shape.position.map( ( p ) => p.map( ( x ) => x / scale ) ) ), 'VEC3', { normalized: true, min: [ - 1, 0, - 1 ].map( ( x ) => x * { int16: 32767, int8: 127 }[ positions ] ), max: [ 1, 1, 1 ].map( ( x ) => x * { int16: 32767, int8: 127 }[ positions ] ) }, vertices );
	else attributes.POSITION = writer.addAccessor( floats, 'VEC3', BOX, positions === 'exponential' ? { ...vertices, filter: 'EXPONENTIAL', filtered: MeshoptEncoder.encodeFilterExp( floats, count, 12, 14 ) } : vertices );
	if ( octahedral ) {

		const four = Float32Array.from( shape.normal.flatMap( ( n ) => [ ...n, 0 ] ) );
		attributes.NORMAL = writer.addAccessor( normalized( Int8Array, shape.normal ), 'VEC3', { normalized: true }, { ...vertices, stride: 4, filter: 'OCTAHEDRAL', filtered: MeshoptEncoder.encodeFilterOct( four, count, 4, 8 ) } );

	}
	if ( skinned ) {

		attributes.JOINTS_0 = writer.addAccessor( Uint8Array.from( shape.joints.flat() ), 'VEC4', {}, vertices );
		attributes.WEIGHTS_0 = writer.addAccessor( normalized( Uint8Array, shape.weights ), 'VEC4', { normalized: true }, vertices );

	}
	const deltas = shape.bulge.map( ( p ) => p.map( ( x ) => x / scale ) );
	const target = morphs === 'int8' ? writer.addAccessor( normalized( Int8Array, deltas ), 'VEC3', { normalized: true, min: [ - 127, - 127, - 127 ], max: [ 127, 127, 127 ] }, vertices )
		: writer.addAccessor( Float32Array.from( deltas.flat() ), 'VEC3', BOX, vertices );
	const indices = writer.addAccessor( Uint16Array.from( shape.indices ), 'SCALAR', {}, { mode: sequence ? 'INDICES' : 'TRIANGLES' } );
	const figure = { skinned, scale };
	if ( quaternions ) {

		const turn = ( angle ) => [ Math.sin( angle / 2 ), 0, 0, Math.cos( angle / 2 ) ];
		const keys = [ turn( 0 ), turn( 1 ), turn( - 0.5 ) ];
		figure.rotations = normalized( Int16Array, keys );
		figure.rotationHow = { stride: 8, filter: 'QUATERNION', filtered: MeshoptEncoder.encodeFilterQuat( Float32Array.from( keys.flat() ), 3, 8, 14 ) };

	}
	addFigure( writer, { attributes, indices, targets: [ { POSITION: target } ] }, figure );
	if ( bits || morphs !== 'float' || octahedral ) used.push( 'KHR_mesh_quantization' );
	return writer.finish( used );

}

/** KHR_mesh_quantization alone. Positions of `type` are normalized, or else integers that the node's scale reduces. */
function quantized( { type, isNormalized, skinned } ) {

	const shape = tube(), writer = new Writer(), most = { Int8Array: 127, Uint8Array: 255, Int16Array: 32767, Uint16Array: 65535 }[ type.name ];
	const isSigned = ! type.name.startsWith( 'U' ), scale = isNormalized ? HEIGHT : HEIGHT / most;
	const shifted = shape.position.map( ( [ x, y, z ] ) => ( isSigned ? [ x, y, z ] : [ x + 1, y, z + 1 ] ) );
	const values = type.from( shifted.flat(), ( x ) => Math.round( x / HEIGHT * most ) );
	const element = Math.ceil( 3 * type.BYTES_PER_ELEMENT / 4 ) * 4 / type.BYTES_PER_ELEMENT, padded = new type( values.length / 3 * element );
	for ( let i = 0; i < values.length; i ++ ) padded[ Math.floor( i / 3 ) * element + i % 3 ] = values[ i ];
	const view = writer.addView( padded ), attributes = {};
	writer.document.bufferViews[ view ].byteStride = element * type.BYTES_PER_ELEMENT;
	attributes.POSITION = writer.document.accessors.push( { bufferView: view, componentType: CODES.get( type ), count: values.length / 3, type: 'VEC3', ...( isNormalized && { normalized: true } ), min: [ isSigned ? - most : 0, 0, isSigned ? - most : 0 ], max: [ most, most, most ] } ) - 1;
	if ( skinned ) {

		attributes.JOINTS_0 = writer.addAccessor( Uint8Array.from( shape.joints.flat() ), 'VEC4' );
		attributes.WEIGHTS_0 = writer.addAccessor( normalized( Uint16Array, shape.weights ), 'VEC4', { normalized: true } );

	}
	addFigure( writer, { attributes, indices: writer.addAccessor( Uint16Array.from( shape.indices ), 'SCALAR' ) }, { skinned, scale, morphed: false } );
	return writer.finish( [ 'KHR_mesh_quantization' ] );

}

const MODELS = {
	dracoEdgebreaker: () => draco( {} ),
	dracoSequential: () => draco( { method: 'sequential', bits: 14 } ),
	dracoFine: () => draco( { bits: 20, parts: [ 'normal', 'uv' ] } ),
	dracoSkin: () => draco( { parts: [ 'skin', 'normal' ] } ),
	dracoSequentialSkin: () => draco( { method: 'sequential', parts: [ 'skin' ] } ),
	dracoMorph: () => draco( { parts: [ 'skin' ], morphed: true } ),
	meshoptFloat: () => meshopt( {} ),
	meshoptVersion1: () => meshopt( { extension: 'KHR_meshopt_compression', version: 1 } ),
	meshoptExponential: () => meshopt( { positions: 'exponential' } ),
	meshoptOctahedral: () => meshopt( { octahedral: true, positions: 'int16' } ),
	meshoptQuaternion: () => meshopt( { quaternions: true } ),
	meshoptBytes: () => meshopt( { positions: 'int8', morphs: 'int8', sequence: true } ),
	meshoptUnskinned: () => meshopt( { positions: 'int16', skinned: false, quaternions: true } ),
	quantizedBytes: () => quantized( { type: Int8Array, isNormalized: true, skinned: true } ),
	quantizedShorts: () => quantized( { type: Uint16Array, isNormalized: false, skinned: false } ),
	quantizedWholeSkin: () => quantized( { type: Int16Array, isNormalized: false, skinned: true } ),
};

const [ golden = '../../tests/golden' ] = process.argv.slice( 2 );
installProgressEventShim();
dracoEncoderModule = await draco3d.createEncoderModule( {} );
await MeshoptEncoder.ready;
for ( const folder of [ 'models/Compressed', 'pose' ] ) mkdirSync( join( golden, folder ), { recursive: true } );
for ( const [ name, make ] of Object.entries( MODELS ) ) {

	const file = join( golden, 'models/Compressed', `${ name }.gltf` );
	writeFileSync( file, make() );
	console.log( name, JSON.stringify( await dumpPose( file, join( golden, 'pose', `Compressed_${ name }.json` ), { samples: 3, vertices: 56 } ) ) );

}
