import { useNavigate } from 'react-router'
import { useClinics } from '../../../features/identity/index.ts'
import { FoundClinic } from '../../../features/qualification/index.ts'
import { session } from '../../../lib/session.ts'
import { Page, PageTitle, urlEnum, useUrlState } from '../../../ui/index.ts'
import { useSwitchClinic } from '../../layout/ClinicSwitcher.tsx'

const codecs = { kind: urlEnum(['single', 'chain', 'branch'] as const, 'single') }

/** /userFactoryNav: the way to a clinic of one's own. */
export default function UserFactoryNavPage() {
  const [{ kind }, set] = useUrlState(codecs)
  const navigate = useNavigate()
  const clinics = useClinics()
  const switching = useSwitchClinic()
  const enter = async () => {
    const first = (await clinics.refetch()).data?.[0]
    if (first) switching.begin(first.clinicId)
  }
  return (
    <Page scroll padded>
      <PageTitle />
      <FoundClinic
        inClinic={Boolean(session.get()?.clinicId)}
        wanted={kind}
        onKind={(next) => set({ kind: next })}
        onEnter={() => void enter()}
        onBranchSent={() => void navigate('/userFactory')}
      />
      {switching.question}
    </Page>
  )
}
