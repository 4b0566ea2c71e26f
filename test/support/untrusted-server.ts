import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { atEndOfFile } from './at-end.ts';

/** For 127.0.0.1, signed by nobody but itself. */
const selfSigned = `
MIIEHAIBAzCCA9IGCSqGSIb3DQEHAaCCA8MEggO/MIIDuzCCAnIGCSqGSIb3DQEHBqCCAmMwggJfAgEAMIICWAYJKoZIhvcNAQcB
MFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAiyGLSgX4IqEwICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEMQQ
i2c38TwkPm0ewZC10gqAggHw74T/P3QGqn36uDEDaLzygNOa0BUoZCT2DfV8w/k5XYqEnHrRolw+D97+moH1G0sCgrPCAJxjFxKA
oXwobyxoAQBnPLb7/QiAOGHQqyvx04fwfqOKkohNb8x+uVsJpK9rxfvLeBOb4PzTwTV0UeHZrkyVAF7ot56Vw7cFKBetJ/JaKANQ
rsKlZKPQLVrP8brohZzMtW3FnKcQAlJ8S9necXRKSPkTDsko3D0gjMIpHchG5gkzJCceBHP873OfwuLYzAbt6Lhmtn3dJTgf4xbF
uB1iMGY0+gJnWHVLbIezcTJ8Zo4HkLL5Y2qFm/d9QVPxEWOcI/LGKGk27Qy2GGXGdy0N8B0kkSo8TjVWciB7Y3RVFfH/8phIVwEE
DBfKpDMDTAPN9LCNRbGypVCJ/eKzHmxAB2NHPo9Mc9oT4lf9UTc1kLGAcSzDlVJS3Wx/RT/pWNzRc3/4HCpkvO1gAdc7D/cL51ww
HLUeuUbb27nam/GYCUrUi1wUGCLuve2hlCxPGeJqqF78zMs7UH9qeEBJFa2gkFNESB2BbYnN5Ckk7bywyHMholjIFlT88ETk0yIg
MmME6AusOEQZSWrpM5Q4vMGWI47TOR/Ae5aMAEa3ewSQWNl7X2bUBa7Y/oOW95pJW04c+zRs0jg7deo+jw4nnjCCAUEGCSqGSIb3
DQEHAaCCATIEggEuMIIBKjCCASYGCyqGSIb3DQEMCgECoIHvMIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAg98qPo
5sBrfAICCAAwDAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEFt1xc7B+VkkI0Juh5RYzo8EgZBkx8siQzB8KI+d9cY9VwBgh/Kv
OtOXAgTE2dFk0OzSqRG6A9N4p2UBlf38OhY5ucx3J7gS9aEsbzRSuDUFFlebNzLRTp7Yb/DSYymNBHKeiFMLkn3mVyQeeyCRIAAu
ZB0SGTqkhrEOIPG5oguGpcHSr8TXHP6aqyB0Wxe5fV73HqFQvsRKp3wM4GU8wya4V24xJTAjBgkqhkiG9w0BCRUxFgQU5NIYXcNz
7JqgcSelA2NNFbJvi60wQTAxMA0GCWCGSAFlAwQCAQUABCDyFkV0kXaFlGwzh8MJUiEm3zv8l2L7eVyl3fpo5oLOGgQIbQFj9Nsm
Ui0CAggA`;

/** A server whose certificate nobody vouches for; counts the requests that reach it all the same. */
export async function untrustedServer(): Promise<{ url: string; requests: () => number }> {
  let count = 0;
  const server = createServer(
    { pfx: Buffer.from(selfSigned, 'base64'), passphrase: 'test' },
    (_, response) => {
      count += 1;
      response.end('{}');
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfFile(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, requests: () => count };
}
