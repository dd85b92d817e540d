print("perdure")
