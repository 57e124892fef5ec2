import { Terms } from '../../../features/identity/index.ts'

/** /privacy: public, so that it can be read before registering. */
export default function PrivacyPage() {
  return (
    <main>
      <Terms which="privacy" />
    </main>
  )
}
