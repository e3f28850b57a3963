"""Holds entstore against Apple's own library: what `forge` signs, it verifies under our root; what it rejects, we reject.

  interop.py ENTSTORE
"""
import json
import os
import re
import subprocess
import sys
import tempfile

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

entstore = os.path.abspath(sys.argv[1])
passed = failed = 0


def check(claim, holds):
    global passed, failed
    passed += holds
    failed += not holds
    if not holds:
        print("FAIL", claim)


def run(*words, **options):
    return subprocess.run([entstore, *words], capture_output=True, text=True, timeout=120, **options)


with tempfile.TemporaryDirectory() as folder:
    authority = os.path.join(folder, "ca")
    run("forge", "ca", authority, check=True)
    root = open(os.path.join(authority, "root.pem"), "rb").read()
    der = x509.load_pem_x509_certificate(root).public_bytes(Encoding.DER)

    life = run("forge", "life", "--subjects", "20", "--months", "6", "--seed", "7", check=True).stdout.splitlines()
    data = next(json.loads(line)["data"] for line in life if "data" in json.loads(line))
    app = data["bundleId"]
    verifier = SignedDataVerifier([der], False, Environment.SANDBOX, app, None)

    def apple_takes(signed):
        try:
            payload = verifier.verify_and_decode_notification(signed)
            if payload.data and payload.data.signedTransactionInfo:
                verifier.verify_and_decode_signed_transaction(payload.data.signedTransactionInfo)
            if payload.data and payload.data.signedRenewalInfo:
                verifier.verify_and_decode_renewal_info(payload.data.signedRenewalInfo)
            return True
        except VerificationException:
            return False

    def we_take(lines):
        store = tempfile.mktemp(dir=folder, suffix=".entstore")
        pem = os.path.join(authority, "root.pem")
        done = run("import", "--store", store, "--environment", "sandbox", "--app", app, "--root", pem, "--json", "-",
                   input="".join(line + "\n" for line in lines))
        return json.loads(done.stdout)

    def signed_of(line):
        return json.loads(line)["signedPayload"] if line.startswith("{") else line

    sign = run("forge", "sign", "--ca", authority, "-", input="".join(line + "\n" for line in life), check=True)
    signed = sign.stdout.splitlines()
    check("forge signs every notification", len(signed) == len(life))
    for line in signed:
        check("Apple's library verifies what forge signs", apple_takes(signed_of(line)))
    check("we verify what forge signs", we_take(signed)["refused"] == 0)

    faults = re.search(r"values:\s*([^)]*)", run("help", "forge", "sign").stdout)
    faults = [name for name in re.split(r"[,\s]+", faults.group(1)) if name]
    check("the faults are listed", len(faults) > 3)
    for fault in sorted(set(faults)):
        forged = run("forge", "sign", "--ca", authority, "--fault", fault, "-", input=life[0] + "\n", check=True)
        line = forged.stdout.strip("\n")
        taken = we_take([line])
        check(f"we refuse {fault}", taken["refused"] >= 1 and taken["applied"] == 0)
        try:
            apple = apple_takes(signed_of(line))
        except Exception:
            apple = False
        check(f"what Apple's library rejects, we reject: {fault}", apple or taken["refused"] >= 1)

print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed or not passed else 0)
