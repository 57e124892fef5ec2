import { screens, type ScreenRoute } from '@dentin/contract/areas/screens'
import { SettingHome } from '../../../features/setting/index.ts'
import { useCan } from '../../../lib/permission.ts'
import { Page, PageTitle, type IconName } from '../../../ui/index.ts'
import { opens } from '../../routes.ts'

const SECTIONS = ['本门诊', '全机构', '我自己'] as const satisfies readonly NonNullable<
  ScreenRoute['card']
>['section'][]

/** The screens with a card in this section, in its order. */
const cardsOf = (section: (typeof SECTIONS)[number]) =>
  screens
    .flatMap((screen) => (screen.card?.section === section ? [{ screen, card: screen.card }] : []))
    .sort((a, b) => a.card.order - b.card.order)

/** /allSetting: everything that can be set. */
export default function AllSetting() {
  const allowed = useCan()
  const groups = SECTIONS.map((title) => ({
    title,
    places: cardsOf(title)
      .filter(({ screen }) => opens(screen, allowed))
      .map(({ screen: { path, title, menu }, card }) => ({
        to: path,
        title,
        hint: card.hint,
        icon: (card.icon ?? menu?.icon) as IconName,
      })),
  }))
  return (
    <Page scroll>
      <PageTitle />
      <SettingHome groups={groups} />
    </Page>
  )
}
