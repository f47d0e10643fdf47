// A character in react-three-fiber: press Walk, and Run before the fade is over.
// scripts/web builds it with the bundled character inside: open build/web/examples/react/index.html.
import { Canvas, useLoader } from '@react-three/fiber'
import { StrictMode, Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import { useCrossfade } from 'crossfade/react'
import character from '../../../assets/character.glb'

function Character({ url, clip }) {
  const { scene, animations } = useLoader(GLTFLoader, url)
  useCrossfade(scene, animations, { clip, fade: { seconds: 0.4 } })
  return <primitive object={scene} />
}

function App() {
  const [clip, setClip] = useState('Idle')
  return (
    <>
      <Canvas shadows camera={{ position: [1.5, 1.8, 3.2], fov: 45 }} onCreated={({ camera }) => camera.lookAt(0, 0.9, 0)}>
        <color attach="background" args={['#a0a0a0']} />
        <hemisphereLight args={['#ffffff', '#8d8d8d', 3]} />
        <directionalLight position={[-3, 10, 10]} intensity={3} />
        <Suspense>
          <Character url={character} clip={clip} />
        </Suspense>
      </Canvas>
      <nav>
        {['Idle', 'Walk', 'Run', 'Dance'].map((name) => (
          <button key={name} aria-pressed={name === clip} onClick={() => setClip(name)}>{name}</button>
        ))}
      </nav>
    </>
  )
}

createRoot(document.getElementById('root')).render(<StrictMode><App /></StrictMode>)
