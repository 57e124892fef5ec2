import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { one } from './steps.ts'

const CODE = '0123456789ABCDEF'

/** A doctor takes a record as PDF; whoever holds it asks whether it holds, and compares the file. */
const paper: Journey = {
  name: '病历 PDF 与公开核验',
  async run({ browser, stack }) {
    const { page } = await visit(browser, stack, { account: 'guqingyan', clinic: '望湖路门诊', size: 'desktop' })
    const record = await one<{ id: string; name: string }>(
      stack.owner,
      `select r.id, p.name from medical_record r join employee e on e.tenant_id = r.tenant_id and e.id = r.doctor_id
         join account a on a.id = e.account_id join patient p on p.tenant_id = r.tenant_id and p.id = r.patient_id
       where a.login_name = $1 and r.status = 2 order by r.visit_time desc limit 1`,
      ['guqingyan'],
    )
    await page.goto(`/patientMedicalRecord/print?id=${record.id}`)
    await settled(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: '下载 PDF' }).click(),
    ])
    assert.match(download.suggestedFilename(), /^门诊病历 .+ BL\d{6}-\d+\.pdf$/)
    const file = await download.path()
    const bytes = readFileSync(file)
    assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
    await page.screenshot({ path: 'e2e/shots/paper-print.png' })

    // Nobody but the paper knows its code: it is given one that the test knows.
    await stack.owner.query(
      `update document_code set code_hash = $1 where document_id = (select id from issued_document where source_id = $2 order by id desc limit 1)`,
      [createHash('sha256').update(CODE).digest('hex'), record.id],
    )
    for (const size of ['desktop', 'phone'] as const) {
      const visitor = await visit(browser, stack, { size })
      await visitor.page.goto(`/verify/${CODE}`)
      await visitor.page.getByText('有效', { exact: true }).waitFor()
      assert.equal(await visitor.page.getByText(record.name).count(), 0)
      const input = visitor.page.getByLabel('要比对的 PDF')
      await input.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: bytes })
      await visitor.page.getByText('与签发时一致', { exact: true }).waitFor()
      await visitor.page.screenshot({ path: `e2e/shots/paper-verify-${size}.png` })
      const changed = Buffer.concat([bytes, Buffer.from(' ')])
      await input.setInputFiles({ name: 'b.pdf', mimeType: 'application/pdf', buffer: changed })
      await visitor.page.getByText('不一致：不是签发的那份文件，或内容被改动过').waitFor()
      await visitor.page.goto('/verify/ZZZZZZZZZZZZZZZZ')
      await visitor.page.getByText('没有这份文件，请核对编码').waitFor()
      await visitor.page.screenshot({ path: `e2e/shots/paper-unknown-${size}.png` })
    }
  },
}

export const journeys: Journey[] = [paper]
