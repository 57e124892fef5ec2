import { useSearchParams } from 'react-router'
import { MemberList, Mismatches, RefundList } from '../../../features/card/index.ts'
import { PatientBar } from '../../../features/patient/index.ts'
import { LinkButton, Page, PageTitle, ScrollRegion, Tabs, useIsMobile } from '../../../ui/index.ts'
import { membersTo, patientTo } from '../../parts/patient-links.ts'
import { CardsOf } from '../../parts/CardsOf.tsx'

/** /membercard: everybody who has a card; `?tab=refunds` what is given back of cards, `?tab=mismatch` cards whose movements do not come to what they hold; `?id=` one patient's cards. */
export default function MemberCardPage() {
  const mobile = useIsMobile()
  const [params, setParams] = useSearchParams()
  const id = params.get('id')
  const asked = params.get('tab')
  const tab = asked === 'refunds' || asked === 'mismatch' ? asked : 'members'
  if (!id)
    return (
      <Page>
        <PageTitle />
        <Tabs
          label="会员"
          inset="gutter"
          items={[
            { key: 'members', label: '会员' },
            { key: 'refunds', label: '退卡' },
            { key: 'mismatch', label: '对账异常' },
          ]}
          value={tab}
          onChange={(next) => setParams(next === 'members' ? {} : { tab: next })}
        />
        {tab === 'refunds' && <RefundList cardsTo={membersTo} />}
        {tab === 'mismatch' && <Mismatches cardsTo={membersTo} />}
        {tab === 'members' && <MemberList cardsTo={membersTo} />}
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
