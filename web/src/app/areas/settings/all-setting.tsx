import { screens, type ScreenRoute } from '@dentin/contract/areas/screens'
import { companyRules } from '@dentin/contract/company-rule'
import { settingTo } from '../../../domain/shown-setting.ts'
import { configSections, SettingHome, type SingleSetting } from '../../../features/setting/index.ts'
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

/** What is set one by one on the pages that hold many settings. */
const SETTINGS: Readonly<Record<string, readonly SingleSetting[]>> = {
  '/configInfo': Object.entries(configSections).flatMap(([of, names]) =>
    Object.values(names).map((name) => ({ name, of, to: settingTo('/configInfo', name) })),
  ),
  '/basicSetting': Object.values(companyRules).map(({ name }) => ({ name, to: settingTo('/basicSetting', name) })),
}

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
        settings: SETTINGS[path] ?? [],
      })),
  }))
  return (
    <Page scroll>
      <PageTitle />
      <SettingHome groups={groups} />
    </Page>
  )
}
