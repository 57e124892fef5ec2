import { Terms } from '../../../features/identity/Terms.tsx'

/** /privacy: public, so that it can be read before registering. */
export default function PrivacyPage() {
  return (
    <main>
      <Terms which="privacy" />
    </main>
  )
}
