import { FirstChild } from './first-child.tsx'

/** /schedule: the management of the clinic; leads to its first screen. */
export default function Schedule() {
  return <FirstChild of="/schedule" />
}
