import { expect, it } from 'vitest'
import { allResources } from './core/registry.ts'
import { menuScreens } from './menu.ts'
import { grantable, resourceGroups } from './resources.ts'

it('button-gate: every resource that a call or a screen is bound to can be granted, and nothing else', () => {
  const bound = new Set([...allResources(), ...menuScreens.map(({ resource }) => resource)])
  expect([...bound].filter((each) => !grantable.includes(each))).toEqual([])
  expect(grantable.filter((each) => !bound.has(each))).toEqual([])
})

it('feature-clinic-work: what is built of a clinic’s work stands in the menu, opens by its right and has calls behind it', () => {
  const work: Record<string, `/${string}`> = {
    patients: '/allTimePatients',
    appointments: '/myAppointmentBoard',
    registration: '/inTreatment',
    'medical records': '/patientMedicalRecord',
    charges: '/orderSet',
    staff: '/baseEmployee',
    posts: '/postPermission',
    day: '/dashboard',
  }
  const called = new Set(allResources())
  for (const [part, uri] of Object.entries(work)) {
    expect([part, called.has(`${uri}:view`) || called.has(`${uri}:register`)]).toEqual([part, true])
    expect([part, grantable.includes(`${uri}:view`)]).toEqual([part, true])
    if (uri !== '/inTreatment') expect(menuScreens.some(({ path }) => path === uri)).toBe(true)
  }
})

it('menu-entry-title-order: the menu stands in its order, each entry at a place of its own', () => {
  const places = menuScreens.map(({ order }) => order)
  expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
})

it('the permission page names every screen as the menu does', () => {
  for (const { path, group, resource } of menuScreens) {
    const opened = resourceGroups.find(({ uri }) => uri === resource.split(':')[0])
    expect([path, opened?.group]).toEqual([path, group])
  }
})
