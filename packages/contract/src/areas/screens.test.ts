import { expect, it } from 'vitest'
import { menuScreens } from '../menu.ts'
import { variantOf, withOpenVariant } from './open-variants.ts'
import { screens, type ScreenRoute } from './screens.ts'

const paths = new Set<string>(screens.map(({ path }) => path))
const twice = (list: readonly string[]) => list.filter((each, n) => list.indexOf(each) !== n)

it('a path is declared once, and what a screen names exists', () => {
  expect(twice(screens.map(({ path }) => path))).toEqual([])
  const named = screens.flatMap(({ crumb, leadsTo = [], menu }) => [...leadsTo, crumb ?? [], menu?.parent ?? []].flat())
  expect(named.filter((path) => !paths.has(path))).toEqual([])
  const entries = new Set<string>([...menuScreens.map(({ path }) => path), '/userInfo/me'])
  const marked = screens.flatMap(({ activeMenu, menu }) => [activeMenu ?? [], menu?.parent ?? []].flat())
  expect(marked.filter((path) => !entries.has(path))).toEqual([])
})

it('guard-suffix-one: each screen of the list has a public variant with a 1 behind it, which stands in no menu and needs no right', () => {
  const built = withOpenVariant.filter((path) => paths.has(path))
  expect(built).toContain('/anestheticCount')
  for (const path of built)
    expect(screens.filter((each) => each.variantOf === path)).toEqual([
      expect.objectContaining({ path: `${path}1`, public: true, frame: 'main' }),
    ])
  const variants = screens.filter((each) => each.variantOf !== undefined)
  expect(variants).toHaveLength(built.length)
  expect(variants.filter(({ resource, menu, tab, card, crumb }) => resource ?? menu ?? tab ?? card ?? crumb)).toEqual(
    [],
  )
  expect(variantOf('/countDetail21')).toBe('/countDetail2')
  expect(variantOf('/countDetail2')).toBeNull()
})

it('a screen of the menu is opened by a right, and so is what stands under it', () => {
  // What only leads on stands in the menu of whoever may open one of the screens to which it leads.
  expect(screens.filter(({ menu, resource, leadsTo }) => menu && !resource && !leadsTo)).toEqual([])
  expect(screens.filter((screen) => screen.public && screen.resource)).toEqual([])
})

it('tabs, cards and entries have a place of their own', () => {
  const places = (place: (screen: ScreenRoute) => string | undefined) =>
    twice(screens.flatMap((each) => place(each) ?? []))
  expect(places(({ menu }) => menu && String(menu.order))).toEqual([])
  expect(places(({ tab }) => tab && `${tab.row} ${tab.order}`)).toEqual([])
  expect(places(({ card }) => card && `${card.section} ${card.order}`)).toEqual([])
})
