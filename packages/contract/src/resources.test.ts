import { expect, it } from 'vitest'
import { allResources } from './core/registry.ts'
import { allCalls } from './index.ts'
import { menuScreens } from './menu.ts'
import { grantable, resourceGroups } from './resources.ts'

it('button-gate: every resource that a call or a screen is bound to can be granted, and nothing else', () => {
  const bound = new Set([...allResources(), ...menuScreens.flatMap(({ resources }) => resources)])
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
  const called = new Set<string>(allResources())
  const granted = new Set<string>(grantable)
  for (const [part, uri] of Object.entries(work)) {
    expect([part, called.has(`${uri}:view`) || called.has(`${uri}:register`)]).toEqual([part, true])
    expect([part, granted.has(`${uri}:view`)]).toEqual([part, true])
    if (uri !== '/inTreatment') expect(menuScreens.some(({ path }) => path === uri)).toBe(true)
  }
})

it('feature-clinical-area: each part of the clinical area that is built has a screen, its right and its calls; no other is in the menu', () => {
  const parts: Record<string, { screen: string; calls: string[] }> = {
    patients: { screen: '/allTimePatients', calls: ['patient.create', 'patient.list'] },
    grouping: { screen: '/allTimePatients', calls: ['patient.groupSave', 'patient.groupAdd'] },
    archiving: { screen: '/archived', calls: ['patient.archive', 'patient.unarchive'] },
    merging: { screen: '/duplicate', calls: ['merge.preview', 'merge.merge', 'merge.undo'] },
    export: { screen: '/allTimePatients', calls: ['patient.export'] },
    birthdays: { screen: '/allTimePatients', calls: ['patient.birthdays'] },
    appointments: { screen: '/myAppointmentBoard', calls: ['appointment.create', 'appointment.move'] },
    registrations: { screen: '/dashboard', calls: ['visit.checkIn', 'visit.register'] },
    followUps: { screen: '/followManagementList', calls: ['followUp.create', 'followUp.report'] },
    anaesthetics: { screen: '/anestheticCount', calls: ['anaesthetic.patient'] },
    records: { screen: '/patientMedicalRecord', calls: ['record.create', 'record.sign'] },
    prescriptions: { screen: '/prescription', calls: ['prescription.save', 'prescription.audit'] },
    'communication cases': {
      screen: '/doctorPatientCommunication',
      calls: ['doctorCase.list', 'doctorCase.save', 'doctorCase.publish'],
    },
    'drug reference': { screen: '/drugAdministration', calls: ['drug.list', 'drug.detail'] },
    staff: { screen: '/baseEmployee', calls: ['staff.employeeList', 'staff.addEmployee'] },
    reports: { screen: '/dataAdministration', calls: ['report.run', 'report.drill', 'report.exportSheet'] },
    'data records': { screen: '/dataRecord', calls: ['report.people', 'dataRecord.noteFirstVisit'] },
    schedules: { screen: '/clinicSchedule', calls: ['schedule.plan', 'schedule.publish'] },
    settings: { screen: '/allSetting', calls: ['clinic.saveAppointItem', 'clinic.saveClinicConfig'] },
  }
  const calls = new Set([...allCalls()].map(({ name }) => name))
  for (const [part, { screen, calls: wanted }] of Object.entries(parts)) {
    expect([part, menuScreens.some(({ path }) => path === screen)]).toEqual([part, true])
    expect([part, wanted.filter((name) => !calls.has(name))]).toEqual([part, []])
  }
  // What is not built yet has no screen in the menu; whoever adds one names its calls above and strikes it here.
  const waiting = {
    'images by stage': ['/imageData', '/imageDataIn'],
    cephalometry: ['/measuring', '/faceMeasuring', '/profileAnalysis', '/boneAge', '/cbctViewer'],
    '3D library': ['/diseaseSimulation'],
    'financial reports': ['/operationReport', '/incomeSummary', '/accountStatement'],
  }
  for (const [part, paths] of Object.entries(waiting))
    expect([part, menuScreens.map(({ path }): string => path).filter((path) => paths.includes(path))]).toEqual([
      part,
      [],
    ])
  // Every call of a part is opened by a right that can be given.
  const all = new Map([...allCalls()].map(({ name, call }) => [name, call]))
  for (const { calls: wanted } of Object.values(parts))
    for (const name of wanted) {
      const allow = all.get(name)?.allow
      const opens = allow?.kind === 'resource' ? allow.anyOf : []
      expect([name, opens.some((each) => grantable.includes(each))]).toEqual([name, true])
    }
  for (const { path, resources } of menuScreens)
    for (const resource of resources) expect([path, grantable.includes(resource)]).toEqual([path, true])
  const opened = new Set(allResources().map((resource) => resource.split(':')[0]))
  const silent = menuScreens
    .flatMap(({ resources }) => resources)
    .map((resource) => resource.split(':')[0])
    .filter((uri) => !opened.has(uri))
  // The page of all settings only leads on.
  expect(silent).toEqual(['/allSetting'])
})

it('menu-entry-title-order: the menu stands in its order, each entry at a place of its own', () => {
  const places = menuScreens.map(({ order }) => order)
  expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
})

it('the permission page names every screen as the menu does', () => {
  for (const { path, group, resources } of menuScreens) {
    const opened = resourceGroups.find(({ uri }) => uri === resources[0]?.split(':')[0])
    expect([path, opened?.group]).toEqual([path, group])
  }
})
