import { useState } from 'react'

/** What somebody has put away for as long as this tab is open. `key` says what; another key has not been put away. */
export function usePutAway(): { isAway: (key: string) => boolean; putAway: (key: string) => void } {
  // Kept here as well, so that putting away is seen at once.
  const [, setLatest] = useState('')
  return {
    isAway: (key) => sessionStorage.getItem(key) !== null,
    putAway: (key) => {
      sessionStorage.setItem(key, '1')
      setLatest(key)
    },
  }
}
