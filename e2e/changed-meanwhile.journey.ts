import assert from 'node:assert/strict'
import { contract } from '@dentin/contract'
import { tariffKeys } from '@dentin/contract/tariff-fields'
import { uuidv7 } from '@dentin/kit'
import { as } from './calls.ts'
import type { Journey } from './journeys.ts'
import { told, visit } from './page.ts'
import { one } from './steps.ts'

const CLINIC = '望湖路门诊'
const DOCTOR = 'guqingyan'
const TYPED = '写到一半的病情变化，价格就在这时变了'

export const journeys: Journey[] = [
  {
    name: '病历写到一半，项目改了价、模板被删：在那一行旁边说出前后两个价，写的字一个不少',
    async run({ browser, stack }) {
      const { owner } = stack
      const draft = await one<{ id: string; tariff: string }>(
        owner,
        `select m.id, t.id as tariff from medical_record m
           join employee e on e.tenant_id = m.tenant_id and e.id = m.doctor_id join account a on a.id = e.account_id,
           tariff t
         where a.login_name = $1 and m.status = 0 and t.tenant_id = m.tenant_id and t.name = '牙髓活力测验'
           and not exists (select 1 from tariff_clinic o where o.tenant_id = t.tenant_id and o.tariff_id = t.id and o.clinic_id = m.clinic_id and o.price is not null)
         order by m.clinic_id = (select id from clinic where name = $2) desc, m.visit_time, m.id limit 1`,
        [DOCTOR, CLINIC],
      )
      await owner.query(
        `update medical_record set content = jsonb_set(content, '{treatments}', $2::jsonb) where id = $1`,
        [
          draft.id,
          JSON.stringify([
            { teeth: '36', content: '牙髓活力测验', tariffs: [{ tariffId: draft.tariff, qty: 1 }], anesthetic: null },
          ]),
        ],
      )
      const { page, problems } = await visit(browser, stack, { account: DOCTOR, clinic: CLINIC })
      const priced = page.waitForResponse((each) =>
        each.url().includes(contract.record.prices.path.split('{')[0] as string),
      )
      await page.goto(`/patientMedicalRecord?id=${draft.id}`)
      // What it cost when the screen first saw it is known from here on.
      await priced
      const treatments = page.getByRole('region', { name: '处置' })
      await treatments.getByText('牙髓活力测验').first().waitFor()
      const illness = page.getByRole('textbox', { name: /^(病情变化|现病史)$/ }).first()
      await illness.fill(TYPED)

      // The head office changes the price meanwhile.
      const office = await as(stack, 'hq', CLINIC)
      const { list } = await office(contract.clinic.tariffList, { keyword: '牙髓活力测验' })
      const row = list.find(({ id }) => id === draft.tariff)
      assert.ok(row)
      // Another price that the clinics' borders allow.
      const price = [row.priceMax, row.priceMin].find((each) => each !== null && each !== row.price) ?? '45.00'
      const fields = Object.fromEntries(Object.entries(row).filter(([key]) => (tariffKeys as string[]).includes(key)))
      await office(contract.clinic.saveTariff, {
        ...fields,
        id: row.id,
        version: row.version,
        price,
        requestId: uuidv7(),
      } as never)
      await treatments.getByText(`价格已变 ${row.price} → ${price}`).waitFor()
      // Switched off altogether it is said too.
      const { list: after } = await office(contract.clinic.tariffList, { keyword: '牙髓活力测验' })
      await office(contract.clinic.saveTariff, {
        ...fields,
        id: row.id,
        version: after.find(({ id }) => id === row.id)?.version,
        price,
        enabled: false,
        requestId: uuidv7(),
      } as never)
      await treatments.getByText('已停用').waitFor()
      assert.equal(await illness.inputValue(), TYPED)

      // A template that somebody deleted is still put in, and said to be gone.
      const put = page.getByTitle(/^插入「/).first()
      const name = /「(.+)」/.exec((await put.getAttribute('title')) ?? '')?.[1] as string
      const gone = await owner.query<{ id: string }>('select id from record_template where name = $1', [name])
      const ids = gone.rows.map(({ id }) => id)
      assert.ok(ids.length > 0, name)
      await owner.query('delete from record_template_use where template_id = any($1)', [ids])
      await owner.query('delete from record_template where id = any($1)', [ids])
      await put.click()
      await told(page, new RegExp(`^模板「${name}」已被删除或停用`))
      assert.ok((await illness.inputValue()).startsWith(TYPED))
      // The count of a template that is gone finds nothing.
      assert.deepEqual(
        problems.filter((each) => !each.includes('/record-template/use')),
        [],
      )
    },
  },
]
