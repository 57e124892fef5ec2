import { deferred } from '../../lib/deferred.ts'

export const PersonPage = deferred(async () => (await import('./PersonPage.tsx')).PersonPage)
export const RulesPage = deferred(async () => (await import('./RulesPage.tsx')).RulesPage)
export const SlipSheet = deferred(async () => (await import('./SlipSheet.tsx')).SlipSheet)
export const SlipsDrawer = deferred(async () => (await import('./SlipsDrawer.tsx')).SlipsDrawer)
