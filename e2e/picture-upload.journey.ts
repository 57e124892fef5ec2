import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import type { Journey } from './journeys.ts'
import { settled, visit } from './page.ts'
import { becomes, one, patientWithoutPictures } from './steps.ts'

const CLINIC = '望湖路门诊'
const DOCTOR = 'guqingyan'
const PHOTOS = 12
const MEGABYTE = 1024 * 1024

/** A photograph of so many megabytes: noise does not compress. */
async function large(): Promise<Buffer> {
  const [width, height] = [3800, 2550]
  const raw = { raw: { width, height, channels: 3 as const } }
  return sharp(randomBytes(width * height * 3), raw)
    .jpeg({ quality: 90 })
    .toBuffer()
}

export const journeys: Journey[] = [
  {
    name: '影像上传：12 张 8 MB 传到一半断网，恢复后自动接着传，传完的不重传，每张只有一份；传完 5 秒内缩略图齐',
    alone: true,
    async run({ browser, stack }) {
      const patient = await patientWithoutPictures(stack.owner, DOCTOR)
      const { page, context } = await visit(browser, stack, { account: DOCTOR, clinic: CLINIC })
      await page.goto(`/imageData?id=${patient.id}`)
      await settled(page)
      await page.getByRole('button', { name: '新增阶段' }).first().click()
      await page.getByRole('dialog').getByRole('radio', { name: '初诊' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
      await page.getByText('新增阶段成功').waitFor()

      const folder = mkdtempSync(path.join(tmpdir(), 'dentin-photos-'))
      const files: string[] = []
      for (let n = 1; n <= PHOTOS; n += 1) {
        files.push(path.join(folder, `IMG_${n}.jpg`))
        writeFileSync(files[n - 1] as string, await large())
      }
      const sizes = files.map((file) => statSync(file).size)
      assert.ok(Math.min(...sizes) > 7 * MEGABYTE && Math.max(...sizes) < 10 * MEGABYTE, String(sizes))
      let sent = 0
      page.on('request', (request) => {
        if (request.method() === 'PUT') sent += 1
      })
      const kept = async () =>
        (
          await one<{ n: number }>(stack.owner, 'select count(*)::int as n from clinic_image where patient_id = $1', [
            patient.id,
          ])
        ).n

      // A line that is slow enough to be cut in the middle of a file.
      const line = await context.newCDPSession(page)
      const speed = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 6 * MEGABYTE }
      await line.send('Network.emulateNetworkConditions', speed)
      await page.locator('section[aria-label="影像资料"] input[type=file]').setInputFiles(files)
      const progress = page.getByRole('status', { name: '上传进度' })
      await progress
        .getByText(/^\d+%$/)
        .first()
        .waitFor()
      await becomes(async () => (await kept()) >= 2, true)
      await line.send('Network.emulateNetworkConditions', { ...speed, offline: true })
      await progress.getByText(/张因网络中断没有传完，恢复后自动继续/).waitFor()
      const [before, putBefore] = [await kept(), sent]
      assert.ok(before >= 2 && before < PHOTOS, `${before} of ${PHOTOS} had come`)

      await line.send('Network.emulateNetworkConditions', { ...speed, uploadThroughput: -1 })
      await page.evaluate(() => window.dispatchEvent(new Event('online')))
      await progress.getByText(`上传完毕 ${PHOTOS} / ${PHOTOS}`).waitFor({ timeout: 60_000 })
      const done = performance.now()
      assert.equal(await kept(), PHOTOS)
      // What had come is not sent again, but one whose answer was lost may be.
      assert.ok(sent - putBefore <= PHOTOS - before + 1, `${sent - putBefore} sent after ${before} had come`)
      const twins = await one<{ n: number }>(
        stack.owner,
        'select count(distinct sha256)::int as n from clinic_image where patient_id = $1 and deleted_at is null',
        [patient.id],
      )
      assert.equal(twins.n, PHOTOS)
      // A thumbnail comes when its tile is in sight: somebody scrolls through them.
      let looks = 0
      await becomes(async () => {
        looks += 1
        return page.evaluate((n) => {
          const wall = document.querySelector('section[aria-label="影像资料"]')
          const tiles = [...(wall?.querySelectorAll('button[aria-label^="查看"]') ?? [])]
          tiles[Math.floor(n / 5) % Math.max(1, tiles.length)]?.scrollIntoView()
          return [...(wall?.querySelectorAll('img') ?? [])].filter((each) => each.complete && each.naturalWidth > 0)
            .length
        }, looks)
      }, PHOTOS)
      const seconds = (performance.now() - done) / 1000
      process.stdout.write(
        `      ${before} of ${PHOTOS} before the cut, ${sent} sent in all, thumbnails after ${seconds.toFixed(1)} s\n`,
      )
      assert.ok(seconds <= 5, `thumbnails took ${seconds} s`)
      await page.screenshot({ path: 'e2e/shots/pictures-resumed.png' })
      rmSync(folder, { recursive: true })
    },
  },
  {
    name: '影像：一个阶段多于 1000 张、患者多于 200 个阶段时，屏幕写明没有列全',
    async run({ browser, stack }) {
      const of = await one<{ id: string; stage: string }>(
        stack.owner,
        `select s.patient_id as id, s.id as stage from image_stage s join clinic_image i on i.tenant_id = s.tenant_id and i.image_stage_id = s.id
           join clinic c on c.id = s.clinic_id and c.name = $1
         where s.deleted_at is null group by s.patient_id, s.id order by count(*) desc, s.id limit 1`,
        [CLINIC],
      )
      await stack.owner.query(
        `insert into clinic_image (tenant_id, id, clinic_id, image_stage_id, patient_id, file_id, photo_name, type, mime, bytes, width, height, sha256, created_name, created_at, updated_at)
         select i.tenant_id, gen_random_uuid(), i.clinic_id, i.image_stage_id, i.patient_id, i.file_id, i.photo_name, 20, i.mime, i.bytes, i.width, i.height,
           md5(n::text) || md5(n::text || 'x'), '', now(), now()
         from (select * from clinic_image where image_stage_id = $1 and deleted_at is null order by id limit 1) i, generate_series(1, 1010) n`,
        [of.stage],
      )
      await stack.owner.query(
        `insert into image_stage (tenant_id, id, clinic_id, patient_id, name, stage_time, created_name, created_at, updated_at)
         select s.tenant_id, gen_random_uuid(), s.clinic_id, s.patient_id, '复查', '2020-01-01'::date + n, '', now(), now()
         from image_stage s, generate_series(1, 205) n where s.id = $1`,
        [of.stage],
      )
      const { page } = await visit(browser, stack, { account: 'director', clinic: CLINIC })
      await page.goto(`/imageData?id=${of.id}&stage=${of.stage}`)
      await page.getByText(/这个阶段只显示最早的 1000 张，另外 \d+ 张没有显示/).waitFor()
      await page.getByText('只列最近 200 个阶段').waitFor({ state: 'attached' })
      assert.equal(await page.getByRole('group', { name: '阶段' }).getByRole('button', { name: /张/ }).count(), 200)
      await page.screenshot({ path: 'e2e/shots/pictures-cut.png' })
    },
  },
]
