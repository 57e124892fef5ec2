import assert from 'node:assert/strict'
import { Hand } from './hand.ts'
import type { Journey } from './journeys.ts'
import { settled, told, visit } from './page.ts'
import { codeFor, one } from './steps.ts'

const CLINIC = '望湖路门诊'
const PHONE = '13957100622'

/** A doctor sees the next patient of the queue from the call to the desk with the pointer or the finger alone. */
async function seeNext(
  { browser, stack }: Parameters<Journey['run']>[0],
  size: 'desktop' | 'tablet',
  most: number,
): Promise<Hand> {
  const { page, problems } = await visit(browser, stack, { account: 'guqingyan', clinic: CLINIC, size })
  await page.goto('/doctorIndex')
  const queue = page.getByRole('region', { name: '我的候诊' })
  const next = queue.getByRole('article', { name: '下一位' })
  const name = await next.getByRole('button').first().innerText()
  // Whoever is in the chair is done.
  await queue.getByRole('button', { name: '诊毕' }).click()
  await queue.getByRole('button', { name: '诊毕' }).waitFor({ state: 'detached' })

  const hand = new Hand(page)
  await hand.click(next.getByRole('button', { name: '叫号' }))
  await next.getByText('已叫号', { exact: true }).first().waitFor()
  await hand.click(next.getByRole('button', { name: '开始就诊' }))
  const known = page.getByRole('button', { name: '已知晓，开始就诊' })
  const write = queue.getByRole('article').filter({ hasText: name }).getByRole('link', { name: '写病历' })
  await known.or(write).waitFor()
  if (await known.isVisible()) await hand.click(known)
  await hand.click(write)
  // What was done, on which tooth, with its items of the price list.
  await hand.click(page.getByRole('region', { name: '牙位图' }).getByRole('option', { name: /^36 / }))
  if (size === 'tablet') await hand.click(page.getByRole('button', { name: '模板', exact: true }))
  await hand.click(page.getByTitle('插入「根管治疗 复诊」').first())
  await told(page, /^已插入「根管治疗 复诊」/)
  if (size === 'tablet') {
    await hand.click(page.getByRole('button', { name: '收起', exact: true }))
  }
  // How it went since is the doctor's to say.
  const answer = page.getByRole('toolbar', { name: '填空' }).getByRole('button', { name: '无不适' })
  if (!(await answer.isVisible())) await hand.click(page.getByRole('button', { name: /^病情变化还有 1 处空未填/ }))
  await hand.click(answer)
  // Saved with it, the footer no longer asks for it and is lower.
  await page.getByRole('button', { name: /^病情变化/ }).waitFor({ state: 'detached' })
  await hand.click(page.getByRole('button', { name: '生成收费单' }))
  await told(page, /^已生成收费单 .+，前台可见/)
  await hand.click(page.getByRole('button', { name: '诊毕', exact: true }))
  await told(page, /诊毕，到前台收费/)
  const made = await one<{ visit: number; record: number; items: number; same: boolean }>(
    stack.owner,
    `select g.status as visit, m.status as record, count(i.id)::int as items, sum(i.amount) = b.receivable_amount as same
     from registration g join patient p on p.tenant_id = g.tenant_id and p.id = g.patient_id
       join medical_record m on m.tenant_id = g.tenant_id and m.registration_id = g.id
       join bill b on b.tenant_id = m.tenant_id and b.record_id = m.id
       join bill_item i on i.tenant_id = b.tenant_id and i.bill_id = b.id
     where p.name = $1 and g.reg_date = '2026-11-20'
     group by g.status, m.status, b.receivable_amount`,
    [name],
  )
  assert.deepEqual(made, { visit: 4, record: 2, items: 2, same: true })
  process.stdout.write(`visit by hand, ${size} ${JSON.stringify(hand.used)}, smallest target ${hand.smallest} px\n`)
  assert.ok(hand.used.clicks <= most && hand.used.keys === 0, JSON.stringify(hand.used))
  assert.deepEqual(problems, [])
  return hand
}

export const journeys: Journey[] = [
  {
    name: '医生看一位患者：叫号、就诊、病历、收费单、签名、诊毕，不超过 9 次点击，不按键',
    async run(world) {
      await seeNext(world, 'desktop', 9)
    },
  },
  {
    name: '椅旁平板上看一位复诊患者：不超过 15 次点按，戴手套也点得中（每个目标不小于 44 像素）',
    async run(world) {
      const hand = await seeNext(world, 'tablet', 15)
      assert.ok(hand.smallest >= 44, `${hand.smallest} px: ${hand.smallestName}`)
    },
  },
  {
    name: '患者在手机上预约，连手机号和验证码不超过 7 次点按 20 个键',
    async run({ browser, stack }) {
      const { code } = await one<{ code: string }>(stack.owner, 'select code from booking_page', [])
      const { page, context, problems } = await visit(browser, stack, { size: 'phone' })
      await page.goto(`/book?c=${code}`)
      await settled(page)
      const hand = new Hand(page)
      await hand.click(page.getByRole('group', { name: '项目' }).getByRole('button', { name: /^检查/ }))
      await hand.click(page.getByRole('group', { name: '日期' }).getByRole('button').nth(3))
      await hand.click(page.getByRole('group', { name: '上午' }).getByRole('button').first())
      await hand.click(page.getByLabel('就诊人姓名'))
      await hand.type('沈知秋')
      await hand.click(page.getByLabel('手机号', { exact: true }))
      await hand.type(PHONE)
      await hand.click(page.getByRole('button', { name: '获取验证码' }))
      await page.getByLabel('短信验证码').and(page.locator(':focus')).waitFor()
      await hand.type(await codeFor(context, PHONE))
      await page.bringToFront()
      await hand.click(page.getByRole('button', { name: '提交预约' }))
      await page.getByRole('heading', { name: '已提交，等待门诊确认' }).waitFor()
      const made = await one<{ mobile: string; status: number }>(
        stack.owner,
        `select temp_mobile as mobile, status from appointment where temp_name = '沈知秋'`,
        [],
      )
      assert.deepEqual(made, { mobile: PHONE, status: 0 })
      assert.ok(hand.used.clicks <= 7 && hand.used.keys <= 20, JSON.stringify(hand.used))
      assert.deepEqual(problems, [])
    },
  },
]
