// The part of DRACOLoader that three's GLTFLoader needs, without its web worker.

import { BufferAttribute, BufferGeometry } from 'three';
import draco3d from 'draco3d';

/** By the name of a typed array, as GLTFLoader gives it. */
function readAttribute( draco, decoder, mesh, id, typeName ) {

	const attribute = decoder.GetAttributeByUniqueId( mesh, id );
	const type = globalThis[ typeName ], components = attribute.num_components(), count = mesh.num_points() * components;
	const codes = { Float32Array: draco.DT_FLOAT32, Int8Array: draco.DT_INT8, Int16Array: draco.DT_INT16, Int32Array: draco.DT_INT32,
		Uint8Array: draco.DT_UINT8, Uint16Array: draco.DT_UINT16, Uint32Array: draco.DT_UINT32 };
	const size = count * type.BYTES_PER_ELEMENT, pointer = draco._malloc( size );
	decoder.GetAttributeDataArrayForAllPoints( mesh, attribute, codes[ typeName ], size, pointer );
	const values = new type( draco.HEAPF32.buffer.slice( pointer, pointer + size ) );
	draco._free( pointer );
	return new BufferAttribute( values, components );

}

export async function makeDracoLoader() {

	const draco = await draco3d.createDecoderModule( {} );
	return {
		preload() {},

		decodeDracoFile( bytes, done, ids, types, colorSpace, fail ) {

			const decoder = new draco.Decoder(), mesh = new draco.Mesh();
			const status = decoder.DecodeArrayToMesh( new Int8Array( bytes ), bytes.byteLength, mesh );
			if ( ! status.ok() ) return fail( new Error( status.error_msg() ) );
			const geometry = new BufferGeometry();
			for ( const name in ids ) geometry.setAttribute( name, readAttribute( draco, decoder, mesh, ids[ name ], types[ name ] ) );
			const size = mesh.num_faces() * 12, pointer = draco._malloc( size );
			decoder.GetTrianglesUInt32Array( mesh, size, pointer );
			geometry.setIndex( new BufferAttribute( new Uint32Array( draco.HEAPF32.buffer.slice( pointer, pointer + size ) ), 1 ) );
			draco._free( pointer );
			done( geometry );

		},
	};

}
