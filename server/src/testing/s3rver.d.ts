/** The part of the test server for S3 that the tests use; it comes without types. */
declare module '@20minutes/s3rver' {
  type Options = {
    address: string
    port: number
    directory: string
    silent: boolean
    configureBuckets: { name: string }[]
  }
  // biome-ignore lint/style/noDefaultExport: what the package exports.
  export default class S3rver {
    constructor(options: Options)
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
}
