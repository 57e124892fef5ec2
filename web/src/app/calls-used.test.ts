import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { allCalls } from '@dentin/contract'
import { expect, it } from 'vitest'

const folder = new URL('../../../packages/contract/src/lists/', import.meta.url)
/** The calls of a list by its name: whoever draws the list makes them all. */
const lists: Record<string, { calls?: object }> = {}
for (const file of readdirSync(folder)) Object.assign(lists, await import(new URL(file, folder).href))

const root = path.resolve(import.meta.dirname, '..')

/** Calls that no screen makes, each with who makes it: docs/decisions/0054-calls-without-a-screen.md. */
const WITHOUT_A_SCREEN: readonly string[] = [
  'identity.loginElsewhere',
  'identity.changeClinic',
  'clinic.setOpenEntry',
  'clinic.switchWarehouse',
  'clinic.parseToken',
  'clinic.menuList',
  'messaging.createPersonMessage',
  'messaging.platformMessages',
  'messaging.messageRecords',
  'messaging.messageRecord',
  'messaging.contactToken',
  'staff.apply',
  'staff.myClinics',
  'staff.searchOtherClinic',
  'membership.medicalIsOpen',
  'qualification.titles',
  'qualification.submitDoctorAuthCamel',
  'qualification.doctorAuthDetail',
  'qualification.multipleAuth',
  'qualification.firstAudit',
  'billing.payInfo',
  'picture.sts',
  'picture.rotateOnce',
  'orthodontic.createRecord',
  'orthodontic.getRecord',
  'orthodontic.saveRecord',
  'orthodontic.removeRecord',
  'perio.createRecord',
  'perio.getRecord',
  'perio.saveRecord',
  'perio.removeRecord',
]

it('every call has a screen that makes it, or stands in the decision that says who does', () => {
  const text = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n')
  const named = new Set([...text.matchAll(/\w\.(\w+)/g)].map(([, own]) => own))
  const drawn = [...text.matchAll(/<SettingList\n?\s+list=\{(\w+)\}/g)].flatMap(([, list = '']) =>
    Object.values(lists[list]?.calls ?? {}),
  )
  const unused = allCalls()
    .filter(({ call }) => !drawn.includes(call))
    .filter(({ name, call }) => !named.has(name.split('.')[1]) && !text.includes(`'${call.path}'`))
    .map(({ name }) => name)
  expect(unused.toSorted()).toEqual([...WITHOUT_A_SCREEN].toSorted())
})
