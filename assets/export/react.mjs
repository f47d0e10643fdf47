/** Plays `first`, and updates before each frame. */
export function useTransitions(root, clips, first) {
  const fades = useMemo(() => new Transitions(root, clips), [root, clips])
  useEffect(() => {
    if (first) fades.play(first)
    return () => void fades.mixer.stopAllAction()
  }, [fades, first])
  useFrame((state, delta) => fades.update(delta))
  return fades
}
