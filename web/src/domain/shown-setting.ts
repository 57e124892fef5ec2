import { useEffect, useRef, type RefObject } from 'react'
import { useSearchParams } from 'react-router'

/** The address of one setting on a page of settings, by what it is called there. */
export const settingTo = (page: `/${string}`, name: string): `/${string}` =>
  `${page}?${new URLSearchParams({ at: name }).toString()}`

/** Brings the setting that the address names into sight and to the keyboard, once the page has it. @returns what goes around the settings */
export function useShownSetting<E extends HTMLElement>(): RefObject<E | null> {
  const [params] = useSearchParams()
  const name = params.get('at')
  const around = useRef<E>(null)
  useEffect(() => {
    if (name === null) return
    const names = around.current?.querySelectorAll<HTMLElement>('[id$="-label"], h3') ?? []
    const found = [...names].find((each) => each.textContent?.replace('*', '').trim() === name)
    if (!found) return
    found.scrollIntoView({ block: 'center' })
    const control = found.parentElement?.parentElement?.querySelector<HTMLElement>('input, button, [tabindex="0"]')
    control?.focus({ preventScroll: true })
  }, [name])
  return around
}
