import { FirstChild } from './first-child.tsx'

/** /userSetup: leads to the settings. */
export default function UserSetup() {
  return <FirstChild of="/userSetup" />
}
