import { expect, it } from 'vitest'
import { allResources } from './core/registry.ts'
import { menuScreens } from './menu.ts'
import { grantable, resourceGroups } from './resources.ts'

it('button-gate: every resource that a call or a screen is bound to can be granted, and nothing else', () => {
  const bound = new Set([...allResources(), ...menuScreens.map(({ resource }) => resource)])
  expect([...bound].filter((each) => !grantable.includes(each))).toEqual([])
  expect(grantable.filter((each) => !bound.has(each))).toEqual([])
})

it('the permission page names every screen as the menu does', () => {
  for (const { path, group } of menuScreens) expect(resourceGroups.find(({ uri }) => uri === path)?.group).toBe(group)
})
