// What three.js takes for the poses of a crowd: the figure beside `crossfade bench MODEL`.
//
//   node src/time_crowd.mjs MODEL [--characters 1,100,1000] [--frames 120]
//
// Every character plays two clips at half their weight, at times of its own, and has its skinning matrices made: mixer.update, updateMatrixWorld, skeleton.update.
// One JSON line for each number: microseconds per character, the median of the frames.

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
	const repeats = Math.max( 1, Math.ceil( 100 / count ) );  // so that reading the clock does not count
	const frame = () => { for ( let i = 0; i < repeats; i ++ ) characters.forEach( pose ); };
	for ( let i = 0; i < 60; i ++ ) frame();  // until the compiler has seen enough
	const times = [];
	for ( let i = 0; i < Number( values.frames ); i ++ ) {

		const begin = performance.now();
		frame();
		times.push( ( performance.now() - begin ) * 1000 / count / repeats );

	}
	console.log( JSON.stringify( { characters: count, microseconds: Number( median( times ).toFixed( 2 ) ) } ) );

}
