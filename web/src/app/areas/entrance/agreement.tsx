import { Terms } from '../../../features/identity/index.ts'

/** /agreement: public, so that it can be read before registering. */
export default function AgreementPage() {
  return (
    <main>
      <Terms which="agreement" />
    </main>
  )
}
