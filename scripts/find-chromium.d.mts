export declare function chromium(): Promise<string>
