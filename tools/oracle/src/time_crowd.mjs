// Measures how long three.js takes to pose a crowd, to compare with `crossfade bench MODEL`.
//
//   node src/time_crowd.mjs MODEL [--characters 1,100,1000] [--frames 120]
//
// Every character plays two clips at weight 0.5, each at its own time, and updates its skinning matrices: mixer.update,
// updateMatrixWorld, skeleton.update. One JSON line per crowd size: microseconds per character, the median over frames.

import { parseArgs } from 'node:util';
import { AnimationMixer } from 'three';
import { clone } from 'three/addons/utils/SkeletonUtils.js';
import { loadGltfModel } from './lib/gltf_model.mjs';

const { values, positionals } = parseArgs( { allowPositionals: true, options: {
	characters: { type: 'string', default: '1,100,1000' },
	frames: { type: 'string', default: '120' },
} } );

function makeCharacter( model, index ) {

	const root = clone( model.root ), mixer = new AnimationMixer( root ), skeletons = new Set();
	root.traverse( ( object ) => object.isSkinnedMesh && skeletons.add( object.skeleton ) );
	for ( const which of [ index, index + 1 ] ) {

		const clip = model.clips[ which % model.clips.length ];
		const action = mixer.clipAction( clip ).setEffectiveWeight( 0.5 ).play();
		action.time = clip.duration * ( index * 0.618 % 1 );

	}
	return { root, mixer, skeletons };

}

function pose( { root, mixer, skeletons } ) {

	mixer.update( 1 / 60 );
	root.updateMatrixWorld( true );
	for ( const skeleton of skeletons ) skeleton.update();

}

const median = ( numbers ) => numbers.sort( ( a, b ) => a - b )[ numbers.length >> 1 ];

const model = await loadGltfModel( positionals[ 0 ] );
for ( const count of values.characters.split( ',' ).map( Number ) ) {

	const characters = Array.from( { length: count }, ( _, i ) => makeCharacter( model, i ) );
	const repeats = Math.max( 1, Math.ceil( 100 / count ) );  // amortizes the cost of reading the clock
	const frame = () => { for ( let i = 0; i < repeats; i ++ ) characters.forEach( pose ); };
	for ( let i = 0; i < 60; i ++ ) frame();  // warms up the JIT compiler
	const times = [];
	for ( let i = 0; i < Number( values.frames ); i ++ ) {

		const begin = performance.now();
		frame();
		times.push( ( performance.now() - begin ) * 1000 / count / repeats );

	}
	console.log( JSON.stringify( { characters: count, microseconds: Number( median( times ).toFixed( 2 ) ) } ) );

}
