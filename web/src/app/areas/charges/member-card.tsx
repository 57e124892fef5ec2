import { useSearchParams } from 'react-router'
import { MemberList } from '../../../features/card/index.ts'
import { PatientBar } from '../../../features/patient/index.ts'
import { LinkButton, Page, PageTitle, ScrollRegion, useIsMobile } from '../../../ui/index.ts'
import { membersTo, patientTo } from '../../parts/patient-links.ts'
import { CardsOf } from '../../parts/CardsOf.tsx'

/** /membercard: everybody who has a card; `?id=` one patient's cards. */
export default function MemberCardPage() {
  const mobile = useIsMobile()
  const [params] = useSearchParams()
  const id = params.get('id')
  if (!id)
    return (
      <Page>
        <PageTitle />
        <MemberList cardsTo={membersTo} />
      </Page>
    )
  return (
    <Page>
      <PageTitle />
      <PatientBar
        id={id}
        size="compact"
        actions={
          mobile ? undefined : (
            <LinkButton size="sm" to={patientTo(id)}>
              档案
            </LinkButton>
          )
        }
      />
      <ScrollRegion label="会员卡">
        <CardsOf patientId={id} />
      </ScrollRegion>
    </Page>
  )
}
