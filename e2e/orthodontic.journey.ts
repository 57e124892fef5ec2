import assert from 'node:assert/strict'
import { uuidv7 } from '@dentin/kit'
import type { Page } from 'playwright-core'
import { photo } from '../server/test/photos.ts'
import type { Journey } from './journeys.ts'
import { beganInSpring, CLINIC, DOCTOR, visitOn, withoutCase, type Who } from './orthodontic.ts'
import { settled, told, visit } from './page.ts'
import { one } from './steps.ts'

/** All that stands at the end but the lower occlusal view. */
const PICTURES = [10, 11, 1, 2, 3, 4, 4, 3, 5, 6, 7, 8]

const write = async (page: Page, who: Who, treatment: string): Promise<void> => {
  await page.goto(`/patientMedicalRecord?patientId=${who.patient}&treatmentId=${treatment}&recordType=2`)
  await page.getByRole('region', { name: '正畸复诊' }).waitFor()
  await settled(page)
}
const chip = (page: Page, row: string, name: string) =>
  page.getByRole('group', { name: row }).getByRole('button', { name, exact: true })
async function sign(page: Page): Promise<void> {
  await page.getByRole('button', { name: '签名并锁定' }).click()
  await told(page, /已签名并锁定/)
  await settled(page)
}
/** What is in the mouth, as the visit shows it. */
const bracket = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export const journeys: Journey[] = [
  {
    name: '正畸：五次复诊，两人同写，托槽脱落与重粘，超期提示，拆除缺一张影像被挡，补上后转保持、结束',
    async run({ browser, stack }) {
      const who = await withoutCase(stack)
      const { page, problems } = await visit(browser, stack, { account: DOCTOR, clinic: CLINIC })
      await page.goto(`/patientCenter?id=${who.patient}&tab=ortho`)
      await page.getByRole('button', { name: '建正畸病例' }).click()
      await page.waitForURL('**/orthodontics?id=*')
      const caseId = new URL(page.url()).searchParams.get('id') as string
      // Its treatment began in spring: start and signed plan are the house's, the visits are written here.
      await beganInSpring(stack, caseId)
      await stack.owner.query(
        `insert into consent (tenant_id, id, clinic_id, consent_no, patient_id, doctor_id, ortho_case_id, ortho_terms, template_key, template_name, template_version, kind, status, draft, sign_time, signer_name, seal_hash, created_name, created_at, updated_at)
         values ($1, $2, $3, 'TY-ZJ', $4, $5, $6, '固定金属||18|||||', 'orthodontics', '正畸治疗知情同意书', 1, 1, 1, '{}', '2026-05-10', '本人', 'x', '', now(), now())`,
        [who.tenant, uuidv7(), who.clinic, who.patient, who.doctor, caseId],
      )
      await stack.owner.query(`update clinic set settings = settings || '{"orthoPictureRule":"block"}' where id = $1`, [
        who.clinic,
      ])

      // 1: the first wires.
      await write(page, who, await visitOn(stack, who, '2026-05-15'))
      for (const row of ['上颌弓丝', '下颌弓丝']) await chip(page, row, '0.014').click()
      await page.getByText('上 0.014 镍钛').waitFor()
      await sign(page)

      // 2: the same again, and a bracket is lost.
      await write(page, who, await visitOn(stack, who, '2026-06-19'))
      await page.keyboard.press('=')
      await bracket(page, '45 托槽').click()
      await page.getByText('45 托槽脱落').waitFor()
      await sign(page)

      // 3: it is bonded again, and an elastic runs from 13 to 46.
      await write(page, who, await visitOn(stack, who, '2026-07-24'))
      await page.getByText('45 托槽脱落').waitFor()
      await page.getByText('第 3 / 约 18 月').waitFor()
      await chip(page, '本次', '重粘 45').click()
      await chip(page, '上颌弓丝', '0.016').click()
      await page.getByLabel('橡皮圈从哪颗牙到哪颗牙').fill('13-46')
      await page.getByLabel('橡皮圈从哪颗牙到哪颗牙').press('Enter')
      await page.getByRole('button', { name: '取下橡皮圈 Ⅱ类 3/16 4.5' }).waitFor()
      await page.getByRole('group', { name: '几周后复诊' }).getByRole('button', { name: '4 周' }).click()
      await sign(page)

      // 4: late; two windows write, and both are asked.
      const fourth = await visitOn(stack, who, '2026-09-18')
      await write(page, who, fourth)
      await page.getByText('距上次 56 天，超过 45 天').waitFor()
      const other = (await visit(browser, stack, { account: DOCTOR, clinic: CLINIC })).page
      await write(other, who, fourth)
      await chip(page, '上颌弓丝', '0.018').click()
      await page.keyboard.press('Control+s')
      await page
        .getByText(/已自动保存|已保存/)
        .first()
        .waitFor()
      await chip(other, '本次', '卫生差').click()
      await other.keyboard.press('Control+s')
      const asked = other.getByRole('dialog', { name: '已被他人修改' })
      // Each wrote another part of the visit: both parts are shown with both versions, and what each wrote is already chosen.
      for (const part of ['弓丝', '卫生、配合'])
        await asked.getByRole('heading', { name: `正畸复诊 · ${part}`, exact: true }).waitFor()
      await asked.getByText('弓丝：上 0.018 镍钛').waitFor()
      await asked.getByText('卫生：差').waitFor()
      await other.screenshot({ path: 'e2e/shots/ortho-conflict.png' })
      await asked.getByRole('button', { name: '按所选保留' }).click()
      await other.getByText('上 0.018 镍钛').waitFor()
      assert.equal(await chip(other, '本次', '卫生差').getAttribute('aria-pressed'), 'true')
      await other
        .getByText(/已自动保存|已保存/)
        .first()
        .waitFor()
      await other.context().close()
      // The first window has not seen what came since: it shows that before it signs.
      await page.getByRole('button', { name: '签名并锁定' }).click()
      await told(page, /已被他人修改，已换成最新内容/)
      await page.getByRole('button', { name: '卫生差', pressed: true }).waitFor()
      await sign(page)

      // 5: enamel between teeth that do not touch is refused beside the place.
      await write(page, who, await visitOn(stack, who, '2026-11-20'))
      await chip(page, '本次', '片切').click()
      await page.getByLabel('片切哪两颗牙之间').fill('13-16')
      await page.getByLabel('片切哪两颗牙之间').press('Enter')
      await page.getByText('13 与 16 不相邻，不能片切').first().waitFor()
      await page.getByRole('button', { name: '取消片切 13-16' }).click()
      await page.getByText('13 与 16 不相邻，不能片切').first().waitFor({ state: 'detached' })
      await page.getByRole('button', { name: '取下橡皮圈 Ⅱ类 3/16 4.5' }).click()
      // A picture taken at its place goes into the stage of the day and hangs on the record; what lacks is named.
      const photos = page.getByRole('region', { name: '本次照片' })
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        photos.getByRole('button', { name: '拍口内左侧' }).click(),
      ])
      await chooser.setFiles({
        name: 'a.jpg',
        mimeType: 'image/jpeg',
        buffer: await photo({ width: 320, height: 240 }),
      })
      await photos.getByRole('button', { name: '查看口内左侧' }).waitFor()
      await photos.getByText('1 / 6 ，缺 正面像、正面微笑像、口内右侧、口内正面、上颌𬌗面').waitFor()
      await sign(page)

      const wires = await one<{ wires: string[] }>(
        stack.owner,
        `select array_agg(content #>> '{orthoVisit,upperWire,size}' order by visit_time) as wires
         from medical_record where content #>> '{orthoVisit,caseId}' = $1 and status = 2`,
        [caseId],
      )
      assert.deepEqual(wires.wires, ['0.014', '0.014', '0.016', '0.018', null])

      // The end: one picture is missing.
      const stage = uuidv7()
      await stack.owner.query(
        `insert into image_stage (tenant_id, id, clinic_id, patient_id, name, stage_time, created_name, created_at, updated_at)
         values ($1, $2, $3, $4, '结束', '2026-11-20', '', now(), now())`,
        [who.tenant, stage, who.clinic, who.patient],
      )
      // Drawings of the demo stand for what was taken.
      await stack.owner.query(
        `insert into clinic_image (tenant_id, id, clinic_id, image_stage_id, patient_id, file_id, photo_name, type, mime, bytes, width, height, sha256, created_name, created_at, updated_at)
         select $1, gen_random_uuid(), $2, $3, $4, d.file_id, d.photo_name, d.type, d.mime, d.bytes, d.width, d.height, d.sha256, '', now(), now()
         from (select x.*, ($5::int[])[row_number() over (order by x.sha256)] as type from
           (select distinct on (i.sha256) i.sha256, i.file_id, i.photo_name, i.mime, i.bytes, i.width, i.height
            from clinic_image i where i.tenant_id = $1) x limit 12) d`,
        [who.tenant, who.clinic, stage, who.patient, PICTURES],
      )
      await page.goto(`/orthodontics?id=${caseId}`)
      await settled(page)
      await page.getByRole('button', { name: '拆除，转保持' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '拆除，转保持' }).click()
      await page.getByRole('dialog').getByText('影像不齐，缺下颌𬌗面').waitFor()
      await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()

      await page.goto(`/imageData?id=${who.patient}`)
      await settled(page)
      const bytes = (await photo({ width: 400, height: 300 })).toString('base64')
      const transfer = await page.evaluateHandle((text) => {
        const data = new DataTransfer()
        data.items.add(
          new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], '下颌.jpg', { type: 'image/jpeg' }),
        )
        return data
      }, bytes)
      const wall = page.getByRole('region', { name: '影像资料' })
      await wall.dispatchEvent('dragover', { dataTransfer: transfer })
      await wall.dispatchEvent('drop', { dataTransfer: transfer })
      await page
        .getByText(/^1 张的类别是|上传完成|已上传/)
        .first()
        .waitFor()

      await page.goto(`/orthodontics?id=${caseId}`)
      await settled(page)
      await page.getByRole('button', { name: '拆除，转保持' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '拆除，转保持' }).click()
      await told(page, /病例已到「拆除，转保持」/)
      await page.getByRole('button', { name: '结束', exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: '结束' }).click()
      await told(page, /病例已到「结束」/)
      const { status } = await one<{ status: number }>(stack.owner, 'select status from ortho_case where id = $1', [
        caseId,
      ])
      assert.equal(status, 6)
      // The signature of what had not been seen was refused, and nothing else.
      const [refused = '', ...others] = problems
      assert.match(refused, /^answer: 409 .*sign/i)
      assert.deepEqual(others, [])
    },
  },
]
