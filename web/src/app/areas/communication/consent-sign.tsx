import { PhoneSign } from '../../../features/consent/index.ts'

/** /consentSign#token: a patient reads and signs on the own phone. */
export default function ConsentSign() {
  return <PhoneSign />
}
