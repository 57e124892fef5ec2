import { useEffect, useState, type RefObject } from 'react'

/** Has an element come near to what is seen? Once it has, it stays so: what is fetched for it is fetched once. */
export function useNear(box: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    const node = box.current
    if (!node) return
    const watch = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: '300px' },
    )
    watch.observe(node)
    return () => watch.disconnect()
  }, [box])
  return near
}
